const s=new (require("stream").Readable)({read(){}});
s.destroy(new Error("dd"));
