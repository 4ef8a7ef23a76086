# What depends on today: the day, and whether the time is kept.
for d in "next friday" friday "last monday" "third tuesday" "monday next week" "next day" tomorrow yesterday "1 month ago" "next year" "2 days" "- 2 days" "+3 hours" "now + 90 minutes" "1 year 2 months ago" "Jan 5" "12/25" "2 mondays ago" "tomorrow 3am" "1530" 5 "" "today 00:00"; do
  day=$(date -d "$d" '+%F %a' 2>/dev/null) || { echo "invalid $d"; continue; }
  [ "$(date -d "$d" +%H%M%S)" = 000000 ] && kept=midnight || kept=later
  echo "$d: $day $kept"
done
