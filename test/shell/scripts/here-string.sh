cat <<<hello; cat <<<"a b  c"; x='v w'; cat <<<$x; read a b <<<"1 2 3"; echo "$a|$b"; cat <<<"$(echo sub)"; wc -c <<<''
