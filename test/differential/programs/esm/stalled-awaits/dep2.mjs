if (true) {
  await 1;
  await { then() {} };
}
