/** What the verb of a cloud operation does. */
export type CloudEffect = "read" | "change" | "delete";

const awsReads =
  /^(describe|list|get|batch-get|head|lookup|search|filter|scan|query|wait|help|ls|presign|estimate|validate|test|simulate|check|view|select|detect|tail|generate-(?!data-key)|decode|preview|download|logs|decrypt|verify|discover|receive-message|can-|is-|has-|show|configure|assume-role|sso|login)/;
const awsDeletes =
  /^(delete|terminate|remove|purge|deregister|destroy|batch-delete|schedule-key-deletion|disassociate|empty)/;

export function awsEffect(operation: string): CloudEffect {
  if (awsDeletes.test(operation)) return "delete";
  return awsReads.test(operation) ? "read" : "change";
}

const changes = new Set(
  `create update set deploy enable disable patch reset resize start stop restart submit apply promote rollback ssh
   scp invoke import export move migrate attach detach assign grant revoke lock unlock suspend resume cancel approve
   reject publish upload copy send call execute run restore failover upgrade scale redeploy regenerate renew rotate
   swap sync stop-start purge-cache add bind unbind link unlink register replace merge push write put insert load mk
   update-iam-policy begin commit abort rename clear undelete deallocate generalize capture associate connect
   disconnect activate deactivate provision config-zip`.split(/\s+/),
);
const deletions = new Set(
  "delete purge remove destroy rm rb del delete-batch release-and-delete terminate".split(" "),
);

/** gcloud and az: the last word of a command group that is a verb. */
export function wordEffect(word: string): CloudEffect | undefined {
  if (deletions.has(word) || /^(delete|remove|purge|destroy)-/.test(word)) return "delete";
  if (changes.has(word) || /^(add|set|create|update|start|stop|enable|disable|reset)-/.test(word))
    return "change";
  return /^(list|describe|show|get|help|version|info|check|tail|wait|browse|read|log|logs|query|print)(-|$)/.test(
    word,
  )
    ? "read"
    : undefined;
}
