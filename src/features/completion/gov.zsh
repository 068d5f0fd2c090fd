#compdef gov
# Completion of gov for zsh.
_gov() {
  local line value
  local -a values open
  for line in "${(@f)$("${(Q)words[1]}" __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      '') ;;
      :files) compset -P '*='; _files ;;
      :folders) compset -P '*='; _files -/ ;;
      *)
        value="${line%%$'\t'*}"
        case "$line" in
          *$'\t'*) values+=("${value//:/\\:}:${line#*$'\t'}") ;;
          *[=/]) open+=("${value//:/\\:}") ;;
          *) values+=("${value//:/\\:}") ;;
        esac
        ;;
    esac
  done
  (( ${#values} )) && _describe gov values
  # What goes on in the same word, such as FORMAT=FILE.
  (( ${#open} )) && values=("${open[@]}") && _describe gov values -S ''
}
if [ "$funcstack[1]" = _gov ]; then _gov "$@"; else compdef _gov gov; fi
