printf 'apple\nbanana\nbanjo\n' > words; look ban words; look -f BAN words; look nope words; echo $?
