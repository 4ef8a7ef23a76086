const assert=require("assert");
function check(){
  assert(false);
}
check();
