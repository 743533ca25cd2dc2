import { readOptions } from "../options.ts";
import type { Call } from "../walk/call.ts";
import type { Family, Finding } from "./finding.ts";

const send = (label: string): Finding[] => [{ id: "mail.send", label }];

/** Without a recipient a mail program shows the mailbox. */
function mailer(call: Call): readonly Finding[] {
  const options = readOptions(call.args, { values: "-s -a -A -b -c -r -S -u -f -q -i -e -H -F -M" });
  return options.operands.length > 0 ? send(call.program.name) : [];
}

function always(call: Call): readonly Finding[] {
  return call.args.length > 0 ? send(call.program.name) : [];
}

export const mailFamily: Family = {
  mail: mailer,
  mailx: mailer,
  "s-nail": mailer,
  mutt: mailer,
  neomutt: mailer,
  sendmail: always,
  msmtp: always,
  swaks: always,
  ssmtp: always,
  "send-mailmessage": always,
};
