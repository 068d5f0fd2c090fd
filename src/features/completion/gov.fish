# Completion of gov for fish.
function __gov_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # The files of FORMAT=FILE and --flag=FILE.
    set -l before (string match -r -- '^.*=' "$current")
    set -l rest (string replace -r -- '^.*=' '' "$current")
    for line in ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files'
                string replace -r -- '^' "$before" (__fish_complete_path "$rest")
            case ':folders'
                string replace -r -- '^' "$before" (__fish_complete_directories "$rest")
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c gov -e
complete -c gov -f -a '(__gov_complete)'
