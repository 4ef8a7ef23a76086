# date: given times, formats and relative ones.
export TZ=UTC
date -d '2024-02-28 +2 days' +%F; date -d '2024-01-31 +1 month' +%F; date -d @86400 +'%F %T'; date -u -d '2024-03-10T12:34:56Z' +%s
date -d '2024-12-30' +'%G-W%V-%u %j %a %A %b %B %y %C'; date -d '2024-07-04 15:06:07' +'%I:%M:%S %p %H %k %l %e %D %T %R'
date -d '2024-01-01 00:00:00.5' +%N | cut -c1-3; date -d '2024-05-05 1 week ago' +%F; date -d 'nonsense'; echo "$?"
date -d '2024-05-05' --iso-8601; date -d '2024-05-05 10:20:30' -Iseconds; date -d '2024-05-05 10:20:30' -R; date -d '2024-05-05' +%%%n%t.
touch -d '2020-02-02 02:02:02' f; date -r f +%FT%T
