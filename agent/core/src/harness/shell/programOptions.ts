/** Options of programs that take a value, as `readOptions` wants them. */
export const curlValues =
  "-X --request -d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -T --upload-file -H --header -o --output --output-dir -u --user -A --user-agent -e --referer -b --cookie -c --cookie-jar -x --proxy -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -w --write-out -E --cert --key --cacert --capath -K --config -r --range -C --continue-at -Y -y -z --time-cond --resolve --interface --limit-rate --url --oauth2-bearer --unix-socket --ciphers --tls-max -t -Q --aws-sigv4 --noproxy -D --dump-header --stderr --trace --trace-ascii -P --max-filesize --max-redirs -U --proxy-user --url-query --variable";

export const wgetValues =
  "-O --output-document -P --directory-prefix --post-data --post-file --method --body-data --body-file --header -U --user-agent -o --output-file -a -i --input-file -t --tries -T --timeout -w --wait --user --password -e --execute -A -R -D -l --level --limit-rate -Q";
