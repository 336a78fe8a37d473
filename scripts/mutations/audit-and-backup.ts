import {
  baselineMigrationPath,
  type MutationsByGuarantee,
  createTestReferenceMaker,
  getDatabaseFunctionPath,
} from './mutation'

const verifyAudit = 'lib/audit/server/verify-audit.ts'
const restoreBackup = 'lib/maintenance/server/restore-backup.ts'
const auditTest = createTestReferenceMaker('lib/auth/server/audit.db.test.ts')
const verifyAuditTest = createTestReferenceMaker('lib/audit/server/verify-audit.db.test.ts')
const backupTest = createTestReferenceMaker('lib/maintenance/server/backup.db.test.ts')

export const auditAndBackupMutations: MutationsByGuarantee = {
  'audit entries': [
    {
      name: 'Write leaves no audit entry',
      why: 'The audit log does not show who made a change.',
      file: 'lib/auth/server/operation.ts',
      from: 'if (key === null) await appendAuditEntry(db, entry)\n',
      to: 'if (key === null) await Promise.resolve()\n',
      test: auditTest(
        'each write adds one audit entry, chained to the same person’s previous entry',
      ),
    },
    {
      name: 'Sign-in leaves no audit entry',
      why: 'The audit log does not show who signed in.',
      file: 'lib/auth/server/sessions.ts',
      from: "then ${appendSessionAuditEntrySql('session.begin', sessionTargetSql)} end",
      to: 'then ${sessionTargetSql} end',
      test: {
        file: 'lib/auth/server/session-audit.db.test.ts',
        name: 'signing in and signing out add one audit entry each, and signing out again adds none',
      },
    },
  ],
  'audit chain': [
    {
      name: 'Audit entries are not chained',
      why: 'An entry can be removed unnoticed.',
      file: getDatabaseFunctionPath('audit_hash'),
      from: 'select sha256(previous || convert_to(',
      to: "select sha256(''::bytea || convert_to(",
      test: verifyAuditTest(
        'verifying an unchanged audit log finds no fault, even with unusual texts',
      ),
    },
    {
      name: 'Database lets audit entries change',
      why: 'The log can be rewritten.',
      file: baselineMigrationPath,
      from: 'create trigger audit_entry_is_append_only before delete or update on audit_entry\n  for each row execute function refuse_audit_change();\n',
      to: '',
      test: auditTest('audit entries can’t be changed, deleted or truncated in the database'),
    },
    {
      name: 'Verification misses a removed tail',
      why: 'The latest entries are the ones worth removing.',
      file: verifyAudit,
      from: "    if (this.head === null) this.report('head', last)\n",
      to: '    if (this.head !== null) void last\n',
      test: verifyAuditTest('detects a truncated chain by its stored head or'),
    },
    {
      name: 'Verification misses a rewritten chain',
      why: 'The owner of the tables can compute every hash.',
      file: verifyAudit,
      from: "if (count === sequence && hash !== storedHash.toString('hex'))",
      to: 'if (count < 0 && hash)',
      test: verifyAuditTest('verifying detects each random change to the audit log'),
    },
    {
      name: 'Server role can change the audit log',
      why: 'A broken server removes its traces.',
      file: 'lib/maintenance/server/grant-rights.ts',
      from: '    `revoke all on ${readOnlyList} from ${role}`,\n',
      to: '',
      also: [{ from: '    await rejectExtraPrivileges(client, role)\n', to: '' }],
      test: { file: 'lib/maintenance/server/grant-rights.db.test.ts', name: 'cannot %s' },
    },
  ],
  'backup and restore': [
    {
      name: 'Restore accepts a changed backup',
      why: 'A failing disk corrupts the data silently.',
      file: 'lib/maintenance/server/read-backup.ts',
      from: 'if (contents.bytes !== bytes || contents.sha256 !== sha256)',
      to: 'if (contents.bytes < 0 || sha256.length < 0)',
      test: backupTest(
        'a backup with %s is rejected, and the database stays empty',
        'restoring a backup with a changed byte is rejected, and the database stays empty',
      ),
    },
    {
      name: 'Restore accepts a changed audit log',
      why: 'A restore becomes a way to rewrite history.',
      file: restoreBackup,
      from: 'if (faults.length === 0) return entries',
      to: 'if (faults.length >= 0) return entries',
      test: backupTest(
        'a backup whose audit log was changed is rejected, and an intact one can be restored afterwards',
      ),
    },
    {
      name: 'Restore overwrites an existing database',
      why: 'Old data replaces current data.',
      file: restoreBackup,
      from: '  await withPgClient(databaseUrl, (client) => rejectNonEmptyDatabase(client, manifest))\n',
      to: '',
      test: backupTest('into a database that is not empty is rejected'),
    },
    {
      name: 'Backup is not a snapshot',
      why: 'Rows refer to rows that are missing.',
      file: 'lib/maintenance/server/write-backup.ts',
      from: "'begin isolation level repeatable read, read only'",
      to: "'begin read only'",
      test: backupTest('a backup is a snapshot, unaffected by concurrent writes'),
    },
  ],
}
