bash -c 'exec echo replaced; echo no'; (exec > f; echo into); cat f; bash -c 'exec nosuchprog' 2>/dev/null; echo $?; exec 5>&1; echo five >&5; exec 5>&-
log() { exec 4>log; exec 5>&1 >f; }; log; echo kept >&4; echo hidden; exec >&5 4>&- 5>&-; cat log f; once() { exec >f; }; once >/dev/null; echo shown
