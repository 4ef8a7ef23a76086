# ls: sorting, classes, one per line.
mkdir d; echo 12345 > five; echo 1 > one; : > empty; ln -s five ln; chmod +x one; : > .hid; touch -d '2020-01-01' empty; touch -d '2021-01-01' one; touch -d '2022-01-01' five; touch -d '2023-01-01' d
ls; ls -a; ls -A; ls -1; ls -r; ls -S five one empty; ls -t five one empty; ls -tr five one empty; ls -F; ls -p; ls -d d; ls -d */; ls nosuch; echo "$?"; ls five nosuch 2> /dev/null; echo "$?"
ls -m five one; ls -x; ls -Q one; ls -R d; ls -l --time-style=+%Y five | cut -d' ' -f1,5-; ls -lh five | wc -l; ls -B; touch 'sp ace' 'b~'; ls -b; ls -B; ls --hide='*e'; ls -I 'f*' -1 | head -3
touch v1 v10 v2; ls -v v*; ls -X; ls -U v1
