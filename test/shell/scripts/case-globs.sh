# Patterns of case: classes, ranges, alternatives, quoted characters.
for w in a Z 5 ab a5 '*' '[x]' '' 'two words' -opt .dot ünï; do
  case $w in
    [a-z]) r=lower ;; [[:upper:]]) r=upper ;; [0-9]) r=digit ;; '*') r=star ;; \[*\]) r=brackets ;; '') r=empty ;;
    *' '*) r=space ;; -*) r=option ;; .*) r=dot ;; a[!b]) r=not-b ;; ?[b]) r=b ;; *) r=other ;;
  esac
  echo "$w: $r"
done
p='a*'; case abc in "$p") echo quoted ;; $p) echo pattern ;; esac
case x in (y) echo y ;; (x) echo x ;; esac; case a in b) ;; esac; echo "$?"
shopt -s nocasematch; case HeLLo in hello) echo same ;; esac; [[ ABC == abc ]] && echo same
