# unzip never writes outside of its folder: names with .. or a leading slash, and links within the archive.
mkdir -p in/out/deep w
echo evil > evil.txt; echo abs > /tmp/abs-$$.txt
cd in/out/deep
zip -q ../../../evil.zip ../../../evil.txt 2>&1
cd ../../..
unzip -Z1 evil.zip
mkdir box; rm evil.txt
(cd box && unzip -o ../evil.zip 2>&1; echo "$?"; find . | sort)
ls evil.txt 2> /dev/null
# A link that leads out, then a file of the same name's folder.
mkdir -p one outside; ln -s ../outside one/door; (cd one && zip -qy ../door.zip door)
rm one/door; mkdir one/door; echo through > one/door/file; (cd one && zip -q ../door.zip door/file)
unzip -Z1 door.zip
unzip -oq door.zip -d two > /dev/null 2>&1; ls outside
rm -f /tmp/abs-$$.txt
# Bytes that were changed.
printf 'hello\n' > h.txt; touch -d '2024-03-05 10:20:30' h.txt; zip -qX0 h.zip h.txt
sed 's/hello/jello/' h.zip > bad.zip
unzip -o bad.zip 2>&1; echo "$?"; unzip -t bad.zip 2>&1; echo "$?"; unzip -tq bad.zip 2>&1; echo "$?"; unzip -p bad.zip 2>&1; echo "$?"
head -c 60 h.zip > short.zip; unzip -l short.zip 2> /dev/null; echo "$?"
