# cp and mv with their options.
echo a > a; echo b > b; mkdir d; cp a d; cp -v a b d; cp -n b a; cat a; mv -v a c; cp -r d e; ls e; cp d f; echo "$?"; mv c d/; ls d
touch -d '2020-01-01' old; cp -p old kept; stat -c %y kept | cut -c1-10; cp -u old b; cat b; ln -s b l; cp l deref; cp -P l still; readlink still; cp -a d g; ls g
cp -t e b deref; ls e; cp b b; echo "$?"; mv nosuch x; echo "$?"; mv -T d h; ls h; cp -rv h i | sort; mv -n b e/b; ls b; mv b old e; ls e; cp -l e/b hardlink; stat -c %h hardlink; cp -s "$PWD/e/b" sym; readlink sym | sed 's,.*/,,'
