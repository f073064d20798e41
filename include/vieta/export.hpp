#pragma once

/// Marks what the shared library shows to the outside; everything else is hidden (-fvisibility=hidden).
#if defined(_WIN32)
#define VIETA_API __declspec(dllexport)
#else
#define VIETA_API __attribute__((visibility("default")))
#endif
