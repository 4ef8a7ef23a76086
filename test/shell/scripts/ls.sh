mkdir d; touch d/b d/a d/.h; ln -s a d/l; ls d; ls -a d; ls -A d; ls -1r d; ls -d d; ls -F d; ls nosuch; echo $?; ls -l d | awk '{print $1, NF}'; mkdir -p e/f/g; ls -R e; ls d e; ls -p d e
