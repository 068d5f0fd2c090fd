#compdef gov
# Completion of gov for zsh.
_gov() {
  local line value
  local -a values
  for line in "${(@f)$("${(Q)words[1]}" __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      '') ;;
      :files) compset -P '*='; _files ;;
      :folders) compset -P '*='; _files -/ ;;
      *)
        value="${line%%$'\t'*}"
        case "$line" in
          *$'\t'*) values+=("${value//:/\\:}:${line#*$'\t'}") ;;
          *) values+=("${value//:/\\:}") ;;
        esac
        ;;
    esac
  done
  (( ${#values} )) && _describe gov values
}
if [ "$funcstack[1]" = _gov ]; then _gov "$@"; else compdef _gov gov; fi
