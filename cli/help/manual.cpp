#include "help/manual.hpp"

#include <CLI/Option.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>

#include "vieta/error.hpp"

namespace vieta::cli {
namespace {

/// Text of any kind as roff sets it: no character is a command, and a dash is one that can be copied into a shell.
std::string in_roff(std::string_view text) {
  std::string set;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) set += "\\&";
    if (c == '\\')
      set += "\\e";
    else if (c == '-')
      set += "\\-";
    else
      set += c;
    line_begins = c == '\n';
  }
  return set;
}

/// As it stands, line by line.
std::string as_it_stands(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of('\n'), text.size());
  const std::size_t last = text.find_last_not_of(" \n");
  if (last == std::string_view::npos) return "";
  return ".nf\n" + in_roff(text.substr(first, last + 1 - first)) + "\n.fi\n";
}

std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* o) { return !o->get_positional() && o->get_group() != ""; });
}

/// "N:INT in [1 - 9]" is N for people; flags have none.
std::string value_of(const CLI::Option& option) {
  if (option.get_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

/// "-o", "--output".
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

/// Descriptions have lines of their own; scripts want one.
std::string first_line(std::string text) {
  text = text.substr(0, text.find('\n'));
  for (const char c : {'\'', '[', ']', ':', '"', '`', '$', '\\'}) std::replace(text.begin(), text.end(), c, ' ');
  return text;
}

std::string names_of_verbs(const std::vector<const CLI::App*>& verbs) {
  std::vector<std::string> names;
  for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
  names.insert(names.end(), {"help", "completion", "man"});
  return joined(names, " ");
}

std::string for_bash(const std::vector<const CLI::App*>& verbs) {
  std::ostringstream out;
  out << "# Completion of vieta for bash: vieta completion bash > ~/.local/share/bash-completion/completions/vieta\n"
         "_vieta() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} options=\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    mapfile -t COMPREPLY < <(compgen -W '"
      << names_of_verbs(verbs)
      << "' -- \"$word\")\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[COMP_CWORD - 1]} in\n"
         "    --on) mapfile -t COMPREPLY < <(compgen -W 'auto cpu cuda' -- \"$word\"); return ;;\n"
         "    completion) mapfile -t COMPREPLY < <(compgen -W 'bash zsh fish' -- \"$word\"); return ;;\n"
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* verb : verbs) {
    std::vector<std::string> words;
    for (const CLI::Option* option : options_of(*verb))
      for (const std::string& name : names_of(*option)) words.push_back(name);
    out << "    " << verb->get_name() << ") options='" << joined(words, " ") << "' ;;\n";
  }
  out << "    help) options='" << names_of_verbs(verbs)
      << "' ;;\n"
         "  esac\n"
         "  if [[ $word == -* || ${COMP_WORDS[1]} == help ]]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _vieta vieta\n";
  return out.str();
}

std::string for_zsh(const std::vector<const CLI::App*>& verbs) {
  std::ostringstream out;
  out << "#compdef vieta\n"
         "# Completion of vieta for zsh: vieta completion zsh > a folder of $fpath, as _vieta\n"
         "_vieta() {\n"
         "  local -a verbs\n"
         "  verbs=(\n";
  for (const CLI::App* verb : verbs)
    out << "    '" << verb->get_name() << ':' << first_line(verb->get_description()) << "'\n";
  out << "    'help:all options of a verb'\n"
         "    'completion:a script for bash, zsh or fish'\n"
         "    'man:the manual page'\n"
         "  )\n"
         "  if ((CURRENT == 2)); then _describe verb verbs; return; fi\n"
         "  case $words[2] in\n";
  for (const CLI::App* verb : verbs) {
    out << "    " << verb->get_name() << ") _arguments";
    for (const CLI::Option* option : options_of(*verb)) {
      const std::string value = value_of(*option);
      const std::string action = value.empty() ? "" : ":" + value + (value == "FILE" ? ":_files" : ":");
      for (const std::string& name : names_of(*option))
        out << " \\\n      '" << name << '[' << first_line(option->get_description()) << ']' << action << '\'';
    }
    out << " \\\n      '*:input:_files' ;;\n";
  }
  out << "    help) _describe verb verbs ;;\n"
         "    completion) _values shell bash zsh fish ;;\n"
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _vieta ]]; then _vieta \"$@\"; else compdef _vieta vieta; fi\n";
  return out.str();
}

std::string for_fish(const std::vector<const CLI::App*>& verbs) {
  std::ostringstream out;
  const std::string none_yet = "complete -c vieta -n __fish_use_subcommand -f -a ";
  out << "# Completion of vieta for fish: vieta completion fish > ~/.config/fish/completions/vieta.fish\n";
  for (const CLI::App* verb : verbs)
    out << none_yet << verb->get_name() << " -d '" << first_line(verb->get_description()) << "'\n";
  out << none_yet << "'help completion man'\n"
      << "complete -c vieta -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n";
  for (const CLI::App* verb : verbs)
    for (const CLI::Option* option : options_of(*verb)) {
      out << "complete -c vieta -n '__fish_seen_subcommand_from " << verb->get_name() << '\'';
      for (const std::string& name : option->get_snames()) out << " -s " << name;
      for (const std::string& name : option->get_lnames()) out << " -l " << name;
      const std::string value = value_of(*option);
      out << (value.empty()     ? ""
              : value == "FILE" ? " -r -F"
                                : " -x")
          << " -d '" << first_line(option->get_description()) << "'\n";
    }
  return out.str();
}

}  // namespace

std::string man_page(const std::vector<const CLI::App*>& verbs, const std::string& summary,
                     const std::string& version) {
  std::ostringstream out;
  out << ".TH VIETA 1 \"\" \"vieta " << version << "\" \"User Commands\"\n"
      << ".SH NAME\nvieta \\- roots of polynomials and solutions of systems, with proofs\n"
      << ".SH SYNOPSIS\n.B vieta\n.I VERB INPUT\n[options]\n"
      << ".SH DESCRIPTION\n"
      << as_it_stands(summary);
  for (const CLI::App* verb : verbs) {
    std::string name = verb->get_name();
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    out << ".SH " << in_roff(name) << '\n' << as_it_stands(verb->get_description());
    for (const CLI::Option* option : options_of(*verb)) {
      const std::string value = value_of(*option);
      out << ".TP\n.B " << in_roff(joined(names_of(*option), ", "))
          << (value.empty() ? "" : " \\fI" + in_roff(value) + "\\fP") << '\n'
          << in_roff(option->get_description()) << '\n';
    }
    if (!verb->get_footer().empty()) out << ".PP\n" << as_it_stands(verb->get_footer());
  }
  out << ".SH EXIT STATUS\n0: all is solved, and proven as far as the verb proves. 1: misuse or bad input.\n"
         "2: solved in part; the result says what is missing.\n"
         ".SH ENVIRONMENT\n.TP\n.B VIETA_ISA\nbaseline, avx2 or avx512: the widest SIMD instructions to use.\n"
         ".SH SEE ALSO\nThe reference of the program, its JSON and its file formats is part of the documentation:\n"
         "docs/reference/cli.md in the sources.\n";
  return out.str();
}

std::string completion(const std::vector<const CLI::App*>& verbs, const std::string& shell) {
  if (shell == "bash") return for_bash(verbs);
  if (shell == "zsh") return for_zsh(verbs);
  if (shell == "fish") return for_fish(verbs);
  throw error("completion: found '" + shell + "', expected bash, zsh or fish");
}

}  // namespace vieta::cli
