import {
  type MutationsByGuarantee,
  createTestReferenceMaker,
  getDatabaseFunctionPath,
} from './mutation'

const policy = 'lib/auth/policy.ts'
const authorisationTest = createTestReferenceMaker('lib/http/server/authorisation.db.test.ts')

export const authorisationMutations: MutationsByGuarantee = {
  authorisation: [
    {
      name: 'Membership is not checked',
      why: 'Any account opens any project.',
      file: 'lib/auth/server/project-access.ts',
      from: 'where p.slug = ${slug} and (m.role is not null or ${actor.isInstanceAdmin})',
      to: 'where p.slug = ${slug}',
      test: authorisationTest(
        'called by %s: is allowed or rejected as in the table of expectations',
        'getProject called by stranger: is allowed or rejected as in the table of expectations',
      ),
    },
    {
      name: 'Policy is not checked',
      why: 'Every member is an admin.',
      file: 'lib/auth/server/authorise-call.ts',
      from: '  authoriseAction(actor, role, action)\n  rejectPaused',
      to: '  rejectPaused',
      test: authorisationTest(
        'called by %s: is allowed or rejected as in the table of expectations',
        'updateProject called by annotator: is allowed or rejected as in the table of expectations',
      ),
    },
    {
      name: 'Project admins can make instance admins',
      why: 'Staff promote themselves (CVE-2026-23526).',
      file: policy,
      from: "'account.promote': { grants: ['instance_admin']",
      to: "'account.promote': { grants: ['signed_in']",
      test: authorisationTest(
        'called by %s: is allowed or rejected as in the table of expectations',
        'changeInstanceAdmin called by admin: is allowed or rejected as in the table of expectations',
      ),
    },
    {
      name: 'Reopen accepts annotations of other people',
      why: 'Any annotator changes any annotation (CVE-2026-76073).',
      file: 'lib/annotations/server/reopen.sql.ts',
      from: ' and l.user_id = ${userId}::uuid\n    for update',
      to: '\n    for update',
      test: {
        file: 'lib/annotations/server/reopen.db.test.ts',
        name: 'with not_found for another member',
      },
    },
  ],
  'annotator blindness': [
    {
      name: 'Annotators receive model scores',
      why: 'They follow the model.',
      file: 'lib/annotations/server/leased-solution.sql.ts',
      from: 's.revision, p.statement, p.answer',
      to: "s.revision, p.statement || coalesce(s.score::text, '') as statement, p.answer",
      test: {
        file: 'lib/annotations/server/annotation.db.test.ts',
        name: 'the replies of claimNext and getWork contain no score, verdict, reference solution or label of others',
      },
    },
    {
      name: 'Annotators can list gold',
      why: 'Gold no longer measures anything.',
      file: policy,
      from: "'gold.read': { grants: ['reviewer', 'admin']",
      to: "'gold.read': { grants: members",
      test: authorisationTest(
        'called by %s: is allowed or rejected as in the table of expectations',
        'listGold called by annotator: is allowed or rejected as in the table of expectations',
      ),
    },
    {
      name: 'Claim tells gold from work',
      why: 'Annotators take more care with gold.',
      file: getDatabaseFunctionPath('claim_next'),
      from: "    select 'work', e.id, e.solution_id",
      to: '    select e.purpose::text, e.id, e.solution_id',
      test: {
        file: 'lib/queue/server/gold-claims.db.test.ts',
        name: 'serves gold in a reply like that of ordinary work, without taking a slot',
      },
    },
    {
      name: 'Reviewers see names before they adjudicate',
      why: 'They judge people instead of steps.',
      file: 'lib/questions/server/questions.sql.ts',
      from: "'person', ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`u.name`)}",
      to: "'person', ${visibleAnnotatorNameSql(false, Prisma.sql`u.name`)}",
      test: {
        file: 'lib/reviews/server/hidden-names.db.test.ts',
        name: 'names of annotators who disagree are hidden in questions, decisions and split reports until adjudication',
      },
    },
  ],
  tokens: [
    {
      name: 'Tokens can create tokens',
      why: 'A leaked token outlives its end.',
      file: policy,
      from: "'token.create': { grants: ['signed_in'], token: 'never' }",
      to: "'token.create': { grants: ['signed_in'], token: 'write' }",
      test: authorisationTest(
        'called by %s: is allowed or rejected as in the table of expectations',
        'createToken called by admin-by-write-token: is allowed or rejected as in the table of expectations',
      ),
    },
    {
      name: 'Read tokens can write',
      why: 'A script does more than was agreed.',
      file: 'lib/auth/authorise.ts',
      from: "row.token === 'write' && scope === 'read'",
      to: "row.token === 'never' && scope === 'read'",
      test: authorisationTest(
        'called by %s: is allowed or rejected as in the table of expectations',
        'claimNext called by annotator-by-read-token: is allowed or rejected as in the table of expectations',
      ),
    },
    {
      name: 'Revoked tokens keep working',
      why: 'A leaked token cannot be stopped.',
      file: 'lib/auth/server/tokens.ts',
      from: ' and t.revoked_at is null\n',
      to: '\n',
      test: {
        file: 'lib/auth/server/sessions.db.test.ts',
        name: 'is rejected when revoked, expired or unknown',
      },
    },
    {
      name: 'Tokens can make admins',
      why: 'A leaked token gains lasting access.',
      file: 'lib/projects/server/members.ts',
      from: "if (role === 'admin' && actor.kind === 'person' && actor.via.kind === 'token')",
      to: "if (role === 'admin' && actor.kind !== 'person')",
      test: {
        file: 'lib/projects/server/invites.db.test.ts',
        name: 'a call with an API token can’t make anyone an admin',
      },
    },
  ],
  'cross-site requests': [
    {
      name: 'Origin is not checked',
      why: 'Any website acts for a signed-in visitor.',
      file: 'lib/http/server/api.ts',
      from: '    rejectForeignOrigin(request)\n',
      to: '',
      test: {
        file: 'lib/http/server/api.db.test.ts',
        name: 'and the headers %j are rejected and change nothing',
      },
    },
    {
      name: 'Empty Authorization header skips the origin check',
      why: 'Any website acts for a signed-in visitor.',
      file: 'lib/auth/server/request-actor.ts',
      from: '  if (request.authorization) return anonymousRequester\n',
      to: '',
      test: {
        file: 'lib/http/server/foreign-origins.db.test.ts',
        name: 'an Authorization header without a token does not make a cookie acceptable',
      },
    },
  ],
  'strict input': [
    {
      name: 'Claim is a GET',
      why: 'Following a link, or prefetching it, changes data.',
      file: 'lib/queue/contract.ts',
      from: "  name: 'claimNext',\n  method: 'post',",
      to: "  name: 'claimNext',\n  method: 'get',",
      test: {
        file: 'lib/http/server/strict-inputs.test.ts',
        name: 'no GET call writes, so following a link changes nothing',
      },
    },
    {
      name: 'Calls ignore unknown fields',
      why: 'A field that is ignored today is written tomorrow (mass assignment).',
      file: 'lib/projects/contract.ts',
      from: "summary: 'Create a project and become its admin',\n  input: z.strictObject({",
      to: "summary: 'Create a project and become its admin',\n  input: z.looseObject({",
      test: {
        file: 'lib/http/server/strict-inputs.test.ts',
        name: 'rejects unknown fields',
      },
    },
    {
      name: 'Repeated keys of a body are accepted',
      why: 'A proxy may have checked the other value.',
      file: 'lib/http/server/read-request.ts',
      from: '  if (repeatedKey !== null) {\n',
      to: '  if (repeatedKey === "") {\n',
      test: {
        file: 'lib/http/server/read-request.test.ts',
        name: 'rejects a request with a key that occurs twice',
      },
    },
    {
      name: 'Repeated parameters are accepted',
      why: 'A proxy may have checked the other value.',
      file: 'lib/http/server/read-request.ts',
      from: '    if (values.has(name)) throw makeRepeatedError(name)\n',
      to: '',
      test: {
        file: 'lib/http/server/hostile-calls.db.test.ts',
        name: 'a repeated query parameter is rejected',
      },
    },
  ],
}
