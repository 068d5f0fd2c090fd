# Completion of gov for bash 3.2 and later; it needs nothing else.
_gov() {
  local line="${COMP_LINE:0:COMP_POINT}" reply current prefix='' kind
  local -a words
  read -ra words <<< "$line"
  case "$line" in *[[:space:]]) words+=('') ;; esac
  current="${words[${#words[@]}-1]}"
  COMPREPLY=()
  # Readline puts its answer in place of what stands after the last = or : only.
  case "$COMP_WORDBREAKS" in *:*) case "$current" in *:*) prefix="${current%"${current##*:}"}" ;; esac ;; esac
  case "$COMP_WORDBREAKS" in *=*) case "$current" in *=*) prefix="${current%"${current##*=}"}" ;; esac ;; esac
  while IFS= read -r reply; do
    case "$reply" in
      :files | :folders)
        compopt -o filenames 2>/dev/null
        case "$reply" in :files) kind=-f ;; *) kind=-d ;; esac
        while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen "$kind" -- "${current#"$prefix"}")
        ;;
      *)
        reply="${reply%%$'\t'*}"
        # What goes on in the same word, such as FORMAT=FILE.
        case "$reply" in *[=/]) compopt -o nospace 2>/dev/null ;; esac
        COMPREPLY+=("${reply#"$prefix"}")
        ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
}
complete -F _gov gov
