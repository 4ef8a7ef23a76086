export function fail() { null.x; }
//# sourceMappingURL=data:application/json,{"version":3,"sources":["gen.ts"],"names":[],"mappings":"AAEA,yBAAyB","sourcesContent":["// one\n// two\nexport function fail() { null.x; }"]}
