import type { Mutation } from './mutation'

const constraints = 'prisma/migrations/20261121000100_constraints/migration.sql'
const verify = 'lib/audit/server/verify-audit.ts'
const verifying = (name: string) => ({ file: 'lib/audit/server/verify-audit.db.test.ts', name })

export const auditMutations: readonly Mutation[] = [
  {
    name: 'entries are not chained',
    file: constraints,
    from: 'select sha256(previous || convert_to(',
    to: "select sha256(''::bytea || convert_to(",
    test: verifying(
      'the hash worked out here is the one that the database wrote, whatever the texts',
    ),
    why: 'One could be taken out.',
  },
  {
    name: 'the hash leaves out who did it',
    file: constraints,
    from: '    project_id, actor, action, target, detail, request_id\n  )::text',
    to: '    project_id, action, target, detail, request_id\n  )::text',
    test: verifying(
      'the hash worked out here is the one that the database wrote, whatever the texts',
    ),
    why: 'It could be put on somebody else.',
  },
  {
    name: 'entries can be changed',
    file: constraints,
    from: 'create trigger audit_entry_is_append_only before update or delete on audit_entry\n  for each row execute function refuse_audit_change();\n',
    to: '',
    test: {
      file: 'lib/auth/server/audit.db.test.ts',
      name: 'entries cannot be changed, removed or emptied',
    },
    why: 'A log that can be written over says nothing.',
  },
  {
    name: 'the table of entries can be emptied',
    file: constraints,
    from: 'create trigger audit_entry_is_never_emptied before truncate on audit_entry\n  for each statement execute function refuse_audit_change();\n',
    to: '',
    test: {
      file: 'lib/auth/server/audit.db.test.ts',
      name: 'entries cannot be changed, removed or emptied',
    },
    why: 'TRUNCATE fires no trigger for each row.',
  },
  {
    name: 'a tail that was cut off is not seen',
    file: verify,
    from: "    if (this.head === null) this.note('head', last)\n",
    to: '    if (this.head !== null) void last\n',
    test: verifying('a tail that was cut off shows by the chain’s own note'),
    why: 'The last entries are those that somebody wants gone.',
  },
  {
    name: 'a chain that was written anew is not seen',
    file: verify,
    from: "if (count === sequence && hash !== stored.toString('hex')) this.note('rewritten', sequence)",
    to: 'if (count < 0) this.note(hash as never, sequence)',
    test: verifying('1,000 random tamperings are all found'),
    why: 'Who owns the tables can write every hash.',
  },
  {
    name: 'writes leave no entry',
    file: 'lib/auth/server/operation.ts',
    from: 'if (key === null) await appendAuditEntry(db, entry)\n',
    to: 'if (key === null) await Promise.resolve()\n',
    test: {
      file: 'lib/auth/server/audit.db.test.ts',
      name: 'each write leaves one entry, chained to the one before',
    },
    why: 'Nobody would know who did what.',
  },
  {
    name: 'signing in leaves no entry',
    file: 'lib/auth/server/sessions.ts',
    from: "then ${selectDoorEntry('session.begin', targetSession)} end",
    to: 'then ${targetSession} end',
    test: {
      file: 'lib/auth/server/session-audit.db.test.ts',
      name: 'signing in and out leave one entry each, and signing out again none',
    },
    why: 'Who was in is the first question afterwards.',
  },
  {
    name: 'the servers’ role may change the log',
    file: 'lib/upkeep/server/grant-rights.ts',
    from: '    `revoke all on ${log} from ${role}`,\n',
    to: '',
    also: [{ from: '    await refuseMore(client, role)\n', to: '' }],
    test: { file: 'lib/upkeep/server/grant-rights.db.test.ts', name: 'cannot %s' },
    why: 'Triggers keep out mistakes, rights keep out intent.',
  },
  {
    name: 'the log tells what PostgreSQL quotes',
    file: 'lib/platform/server/describe-error.ts',
    from: "\n  [/=\\([^]*\\)/, '=(…)'],",
    to: '',
    test: {
      file: 'lib/platform/server/logger.test.ts',
      name: 'says what an error is and where, without the values in its message',
    },
    why: 'Its errors hold values of rows.',
  },
  {
    name: 'anybody with a role adds to the log',
    file: 'prisma/migrations/20261123022431_addresses_proved/migration.sql',
    from: 'revoke execute on function append_audit_entry(text, uuid, text, text, text, text, text) from public;\n',
    to: '',
    test: {
      file: 'lib/upkeep/server/grant-rights.db.test.ts',
      name: 'a role that was granted nothing adds nothing to the audit log',
    },
    why: 'It writes as the owner of the log, under whatever name it is given.',
  },
]
