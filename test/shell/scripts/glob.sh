mkdir -p d/sub; touch d/a.txt d/b.txt d/.hidden d/sub/c.txt d/x1 d/x2; cd d
echo *; echo *.txt; echo x[12]; echo x[!1]; echo .h*; echo */*.txt; echo nomatch*; echo "*.txt" \*.txt
shopt -s nullglob; echo nomatch* end; shopt -u nullglob; shopt -s globstar; echo **/*.txt; shopt -s dotglob; echo *
x='*.txt'; echo $x "$x"; echo [ab].txt ?.txt; echo {a,b}.txt {a,c}.txt; case a.txt in *.txt) echo m;; esac
