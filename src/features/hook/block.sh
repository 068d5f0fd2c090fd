if [ -t 0 ]; then gov_input=; else gov_input=$(cat); fi
gov_hook() (
  set +e
  set +u
  # `git --literal-pathspecs push`, as editors run it, would make the patterns below match nothing.
  unset GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS
  # What is pushed, and not what takes its place in this repository.
  export GIT_NO_REPLACE_OBJECTS=1
  type=@TYPE@
  folder=@FOLDER@
  remote=$1
  cd "$(git rev-parse --show-toplevel)" || exit 2
  # The file types that a check may read: whatever their names, as a config may name any of them.
  set -- ':(icase)*.yaml' ':(icase)*.yml' ':(icase)*.json' ':(icase)*.js' ':(icase)*.mjs' ':(icase)*.cjs' '*governancerc'
  # A symbolic link or a submodule may lead to such files under any name.
  links() { grep -Eq '^:([0-7]+ )?(120000|160000) '; }
  # A .gitmodules of the push may say that changes of a submodule are to be ignored.
  changes() { git diff-tree -r --ignore-submodules=none "$@"; }

  # Of a tree of the repository $1, those files to the folder $3, and the submodules as far as they are here: where one is
  # not, an empty folder tells gov so. A link out of the commit does not resolve: what is there is not pushed.
  copy_tree() (
    export GIT_INDEX_FILE="$copy/index"
    repository=$1 tree=$2 to=$3
    shift 3
    mkdir -p "$to" && cd "$repository" && git read-tree "$tree" &&
      # Names with line breaks and the like are in quotes here, and read so.
      git ls-files -- "$@" '*.pem' '*.crt' '.gitmodules' >"$copy/names" &&
      git ls-files -s | sed -n 's/^120000 [^	]*	//p' >>"$copy/names" &&
      git checkout-index -f --stdin --prefix="$to/" <"$copy/names" || return 2
    parts=$(git -c core.quotePath=false ls-files -s | sed -n 's/^160000 \([0-9a-f]*\) [^	]*	/\1 /p')
    [ -z "$parts" ] || printf '%s\n' "$parts" | while IFS= read -r line; do
      commit=${line%% *} part=${line#* }
      case "$part" in '"'*) echo "gov: the name $part of a submodule is not supported" >&2 && return 2 ;; esac
      # shellcheck disable=SC2046
      unset $(git rev-parse --local-env-vars)
      if [ -e "$part/.git" ] && git -C "$part" cat-file -e "$commit^{tree}" 2>/dev/null; then
        copy_tree "$part" "$commit" "$to/$part" "$@" || return 2
      else
        mkdir -p "$to/$part"
      fi
    done
  )

  # The files of the commit are checked, whatever the working folder holds.
  check() {
    gov=
    for each in "$PWD/$folder/node_modules/.bin/gov" "$PWD/node_modules/.bin/gov"; do
      if [ -z "$gov" ] && [ -x "$each" ]; then gov=$each; fi
    done
    if [ -z "$gov" ]; then gov=$(command -v gov); fi
    if [ -z "$gov" ]; then
      echo "gov: the $type hook cannot find gov in node_modules/.bin or on the PATH" >&2
      return 2
    fi
    tree=$1
    shift
    copy=$(mktemp -d) || return 2
    trap 'rm -rf "$copy"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    (
      mkdir -p "$copy/files/.git" "$copy/files/$folder" && copy_tree . "$tree" "$copy/files" "$@" && cd -P "$copy/files" &&
        find . -type l -exec sh -c 'case "$(readlink -f "$2")" in "$1"/*) ;; *) ln -sfn .absent "$2" ;; esac' sh "$PWD" {} \;
    ) || return 2
    (cd "$copy/files/$folder" && GOV_HOOK=1 "$gov" check --ci none </dev/null)
    code=$?
    rm -rf "$copy"
    return "$code"
  }

  block() {
    case "$type" in pre-push) verb=push ;; pre-commit) verb=commit ;; *) verb=merge ;; esac
    echo "gov: $verb blocked: $1 (skip once: git $verb --no-verify)" >&2
    exit "$2"
  }

  checked=
  check_once() {
    case "$checked" in *"$1"*) return 0 ;; esac
    checked="$checked $1"
    check "$@"
    code=$?
    [ "$code" -eq 0 ] || block "gov check exited $code" "$code"
  }

  # False where git cannot compare the two.
  is_same() {
    from=$1 to=$2
    shift 2
    changes --quiet "$from" "$to" -- "$@" 2>/dev/null && raw=$(changes "$from" "$to") &&
      ! printf '%s\n' "$raw" | links
  }

  # False where not only commits are pushed.
  is_on_remote() {
    commit=$(git rev-parse -q --verify "$1^{commit}") || return 1
    shift
    first=$(git rev-list --max-count=1 "$commit" --not --remotes="$remote" -- "$@") && [ -z "$first" ] &&
      raw=$(git -c log.diffMerges=separate log --raw -m --ignore-submodules=none --format= "$commit" --not --remotes="$remote") &&
      ! printf '%s\n' "$raw" | links
  }

  if [ "$type" != pre-push ]; then
    tree=$(git write-tree) || exit 2
    # Git does not tell a hook that the commit replaces HEAD (--amend): then its parent is the one before.
    for parent in HEAD HEAD~1; do
      before=$(git rev-parse -q --verify "$parent^{tree}" || git hash-object -t tree /dev/null)
      is_same "$before" "$tree" "$@" || check_once "$tree" "$@"
    done
    exit 0
  fi
  pushed=
  while IFS= read -r line; do
    [ -n "$line" ] || continue
    # What is pushed may be named with blanks, such as ":/fix bug". Behind it are three fields without any.
    old=${line##* } new=${line% * *}
    new=${new##* } pushed=$line
    printf '%s\n' "$line" | LC_ALL=C grep -Eq ' [0-9a-f]{40,} [^ ]+ [0-9a-f]{40,}$' ||
      block 'the name of what is pushed has a line break' 2
    # A deleted ref, or one without files, leaves nothing to check.
    case "$new" in *[!0]*) ;; *) continue ;; esac
    if ! tree=$(git rev-parse -q --verify "$new^{tree}"); then
      [ "$(git cat-file -t "$new^{}" 2>/dev/null)" = blob ] || block "Git cannot read $new" 2
      continue
    fi
    case "$old" in
      *[!0]*) is_same "$old" "$new" "$@" && continue ;;
      *) is_on_remote "$new" "$@" && continue ;;
    esac
    check_once "$tree" "$@"
  done
  # Git gives no line where there is nothing to push; or another hook has read them.
  if [ -z "$pushed" ] && [ -n "$(git rev-list --max-count=1 HEAD --not --remotes="$remote" 2>/dev/null)" ]; then
    check_once "$(git rev-parse 'HEAD^{tree}')" "$@"
  fi
)
# Some hooks re-run themselves in a subshell, or go over into another: do not check the same twice.
case " $PPID $$ " in
  *" ${gov_hook_ran:-none} "*) ;;
  *) printf '%s\n' "$gov_input" | gov_hook "$@" || exit $? ;;
esac
gov_hook_ran=$$
export gov_hook_ran
if [ -n "$gov_input" ]; then
  exec <<GOV_INPUT
$gov_input
GOV_INPUT
fi
