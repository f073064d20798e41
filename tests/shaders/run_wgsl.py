"""run_wgsl.py SHADER GIVEN FOUND BYTES WORKGROUPS: runs a WGSL compute shader that reads binding 0 and writes binding 1.

Without arguments it prints the device, or why there is none (exit code 1). Vulkan's GPUs come first; with VIETA_EXPECT_GPU
software is no device.
"""
import os
import sys

try:
    import wgpu
except ImportError:
    print(f"no WGSL compiler: {sys.executable} without the package wgpu")
    sys.exit(1)


def is_software(adapter):
    return adapter.info["adapter_type"] == "CPU"


adapters = wgpu.gpu.enumerate_adapters_sync()
vulkan = [a for a in adapters if a.info["backend_type"] == "Vulkan"]
adapter = min(vulkan or adapters, key=is_software, default=None)
if adapter is None or (is_software(adapter) and os.environ.get("VIETA_EXPECT_GPU")):
    print("wgpu has no GPU here" + (f", only {adapter.info['device']}" if adapter else " and no software driver"))
    sys.exit(1)
if len(sys.argv) == 1:
    print(f"{adapter.info['device']} ({adapter.info['description']}) by wgpu {wgpu.__version__}")
    sys.exit()
shader, given, found, size, workgroups = sys.argv[1:]
device = adapter.request_device_sync()
module = device.create_shader_module(code=open(shader, encoding="utf-8").read())
inputs = device.create_buffer_with_data(data=open(given, "rb").read(), usage=wgpu.BufferUsage.STORAGE)
outputs = device.create_buffer(size=int(size), usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
pipeline = device.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": "main"})
entries = [{"binding": i, "resource": {"buffer": b, "offset": 0, "size": b.size}} for i, b in enumerate([inputs, outputs])]
group = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
encoder = device.create_command_encoder()
compute = encoder.begin_compute_pass()
compute.set_pipeline(pipeline)
compute.set_bind_group(0, group)
compute.dispatch_workgroups(int(workgroups))
compute.end()
device.queue.submit([encoder.finish()])
with open(found, "wb") as out:
    out.write(device.queue.read_buffer(outputs))
