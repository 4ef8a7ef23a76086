printf 'bar\ncolor\r\n' | sed 's/\r$//' | od -c; printf 'car\r\n' | awk '{sub(/\r$/,"")}1' | od -c
printf '\033[31mred\033[0m\n' | sed 's/\x1b\[[0-9;]*m//g'; printf '\033[1mx\033[0m\n' | awk '{gsub(/\033\[[0-9;]*m/,"")}1'; echo foo | sed 's/foo/\x27bar\x27/'
echo 'hi! there?' | sed 's/[!?]//g'; echo 'a!b' | grep -o '[!]'; echo 'a!b' | awk -F'[!]' '{print $2}'; expr 'a!b' : '.*[!]'; [[ 'a!' =~ [!]$ ]] && echo bang
echo '"a" "b"' | grep -oE '".*?"'; echo 'a b/c_d' | sed 's/[^[:alnum:]/]/-/g'; printf 'aXX\n' | sed 's/X*\?$/!/'; echo 'ab]c' | sed 's/[]]/-/'
touch a.js b.ts c.css d1; find . -regextype posix-extended -regex '.*\.(js|ts)' | sort; find . -regex '.*/[a-z][0-9]+'
