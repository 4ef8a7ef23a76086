bash -c 'exec echo replaced; echo no'; (exec > f; echo into); cat f; bash -c 'exec nosuchprog' 2>/dev/null; echo $?; exec 5>&1; echo five >&5; exec 5>&-
