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
  root=$(git rev-parse --show-toplevel) && cd "$root" || exit 2

  # Runs git for all files but those whose names say that they are programs or pictures. A policy may ask for all definitions,
  # whatever their names are.
  git_for_parts() {
    if [ -n "${GOV_POLICY-}" ]; then
      git "$@" -- .
    else
      git "$@" -- . \
        ':(exclude,icase)*.c' ':(exclude,icase)*.cc' ':(exclude,icase)*.cpp' ':(exclude,icase)*.cs' \
        ':(exclude,icase)*.css' ':(exclude,icase)*.cts' ':(exclude,icase)*.cxx' ':(exclude,icase)*.dart' \
        ':(exclude,icase)*.ex' ':(exclude,icase)*.exs' ':(exclude,icase)*.gif' ':(exclude,icase)*.go' \
        ':(exclude,icase)*.gradle' ':(exclude,icase)*.groovy' ':(exclude,icase)*.h' ':(exclude,icase)*.hpp' \
        ':(exclude,icase)*.hs' ':(exclude,icase)*.ico' ':(exclude,icase)*.java' ':(exclude,icase)*.jpeg' \
        ':(exclude,icase)*.jpg' ':(exclude,icase)*.jsx' ':(exclude,icase)*.kt' ':(exclude,icase)*.kts' \
        ':(exclude,icase)*.less' ':(exclude,icase)*.lua' ':(exclude,icase)*.m' ':(exclude,icase)*.mts' \
        ':(exclude,icase)*.php' ':(exclude,icase)*.pl' ':(exclude,icase)*.png' ':(exclude,icase)*.py' \
        ':(exclude,icase)*.r' ':(exclude,icase)*.rb' ':(exclude,icase)*.rs' ':(exclude,icase)*.sass' \
        ':(exclude,icase)*.scala' ':(exclude,icase)*.scss' ':(exclude,icase)*.svg' ':(exclude,icase)*.swift' \
        ':(exclude,icase)*.ts' ':(exclude,icase)*.tsx' ':(exclude,icase)*.vue' ':(exclude,icase)*.webp'
    fi
  }

  # Copies the tree $2 of the repository $1 to the folder $3, and the submodules as far as they are here: where one is not, an
  # empty folder tells gov so. Git LFS stores what is large: its files are left out unless their names say that gov reads them.
  copy_tree() (
    export GIT_INDEX_FILE="$copy/index"
    repository=$1 tree=$2 to=$3
    mkdir -p "$to" && cd "$repository" && git -c core.sparseCheckout=false -c index.sparse=false \
      -c index.version=2 -c core.splitIndex=false read-tree "$tree" &&
      git_for_parts ls-files -z >"$copy/names" &&
      GIT_LFS_SKIP_SMUDGE=1 git checkout-index -f -z --stdin --prefix="$to/" <"$copy/names" || return 2
    # Names with line breaks and the like are in quotes here, and read so.
    ! git config --get-regexp '^filter\.' | grep -q lfs ||
      git ls-files -- ':(icase)*.yaml' ':(icase)*.yml' ':(icase)*.json' ':(icase)*.js' ':(icase)*.mjs' ':(icase)*.cjs' |
      git checkout-index -f --stdin --prefix="$to/" || return 2
    parts=$(git -c core.quotePath=false ls-files -s | sed -n 's/^160000 \([0-9a-f]*\) [^	]*	/\1 /p')
    # The index tells gov of those that .gitmodules does not name.
    [ -z "$parts" ] || [ ! -d "$to/.git" ] || cp "$GIT_INDEX_FILE" "$to/.git/index" || return 2
    [ -z "$parts" ] || printf '%s\n' "$parts" | while IFS= read -r line; do
      commit=${line%% *} part=${line#* }
      case "$part" in '"'*) echo "gov: the name $part of a submodule is not supported" >&2 && return 2 ;; esac
      # shellcheck disable=SC2046
      unset $(git rev-parse --local-env-vars)
      if [ -e "$part/.git" ] && git -C "$part" cat-file -e "$commit^{tree}" 2>/dev/null; then
        copy_tree "$part" "$commit" "$to/$part" || return 2
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
    case "$gov" in /* | ?:*) ;; *) gov=$root/$gov ;; esac
    copy=$(mktemp -d) || return 2
    trap 'rm -rf "$copy"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    (
      mkdir -p "$copy/files/.git" "$copy/files/$folder" && copy_tree . "$1" "$copy/files" && cd -P "$copy/files" &&
        # A link out of the commit leads where it does in the work tree: gov refuses what is there, as it is not pushed.
        find . -type l -exec sh -c 'root=$1 && shift && for each; do
          case "$(readlink -f "$each")" in "$0" | "$0"/*) continue ;; esac
          to=$(readlink "$each")
          case "$to" in /*) ;; *) to=$root/${each%/*}/$to ;; esac
          [ -e "$to" ] || to=$0/.git/absent
          ln -sfn "$to" "$each"
        done' "$PWD" "$root" {} +
    ) || return 2
    (
      top=$(cd -P "$copy/files" && pwd) && cd "$copy/files/$folder" || exit 2
      # Files that variables name are those of the work tree, unless the commit has them.
      for name in GOV_POLICY GOV_CA_FILE GOV_CERT_FILE GOV_KEY_FILE GOV_TOKEN_FILE GOV_ADMIN_TOKEN_FILE \
        GOV_GATEWAY_TOKEN_FILE NODE_EXTRA_CA_CERTS; do
        eval "file=\${$name-}"
        case "$file" in '' | [/\\]* | ?:* | *://*) continue ;; esac
        case "$(cd -P "$(dirname "./$file")" 2>/dev/null && pwd)/" in
          "$top"/*) [ ! -e "$file" ] || continue ;;
        esac
        eval "export $name=\"\$root/\${folder:+\$folder/}\$file\""
      done
      GOV_HOOK=$root "$gov" check --ci none </dev/null
    )
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
    check "$1"
    code=$?
    [ "$code" -eq 0 ] || block "gov check exited $code" "$code"
  }

  # The last commit of $1 that the remote lacks. The remote "a" has no refs of one that is called "a/b".
  find_new() {
    # shellcheck disable=SC2046
    git rev-list --max-count=1 "$1" --not $(git remote | sed -n "s|^$remote/.*|--exclude=&/*|p") --remotes="$remote"
  }

  # False where not only commits are pushed.
  is_on_remote() {
    commit=$(git rev-parse -q --verify "$1^{commit}" 2>/dev/null) && first=$(find_new "$commit") && [ -z "$first" ]
  }

  if [ "$type" != pre-push ]; then
    tree=$(git write-tree) || exit 2
    check_once "$tree"
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
    if ! tree=$(git rev-parse -q --verify "$new^{tree}" 2>/dev/null); then
      [ "$(git cat-file -t "$new^{}" 2>/dev/null)" = blob ] || block "Git cannot read $new" 2
      continue
    fi
    case "$old" in
      *[!0]*)
        before=$(git rev-parse -q --verify "$old^{tree}" 2>/dev/null) &&
          git_for_parts diff-tree --quiet -r --ignore-submodules=none "$before" "$tree" && continue
        ;;
      *) ! is_on_remote "$new" || continue ;;
    esac
    check_once "$tree"
  done
  # Git gives no line where there is nothing to push; or another hook has read them.
  if [ -z "$pushed" ] && [ -n "$(find_new HEAD 2>/dev/null)" ]; then
    check_once "$(git rev-parse 'HEAD^{tree}')"
  fi
)
# Some hooks re-run themselves in a subshell, or go over into another: do not check the same twice. A hook may also go over
# into another push or commit.
gov_hook_key=$(
  {
    printf '%s\n' "$*" "$gov_input"
    git rev-parse -q --verify HEAD || :
    git write-tree || :
  } 2>/dev/null | git hash-object --stdin
)
case "${gov_hook_key:+${gov_hook_ran:-none}}" in
  "$PPID $gov_hook_key" | "$$ $gov_hook_key") ;;
  *) printf '%s\n' "$gov_input" | gov_hook "$@" || exit $? ;;
esac
gov_hook_ran="$$ $gov_hook_key"
export gov_hook_ran
if [ -n "$gov_input" ]; then
  exec <<GOV_INPUT
$gov_input
GOV_INPUT
fi
