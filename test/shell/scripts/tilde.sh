HOME=/h; echo ~ ~/x a~ "~" ~/"a b"; x=~/y; echo $x; PATH=~/bin:~/b; echo $PATH; echo ~nosuchuser
