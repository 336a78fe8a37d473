import { Prisma } from '@/lib/generated/prisma/client'
import type { JobPayloads } from '@/lib/jobs/job'
import {
  isJobUnfinishedSql,
  isJobWithPayloadPartUnfinishedSql,
} from '@/lib/jobs/server/is-job-unfinished.sql'
import type { Database } from '@/lib/platform/server/database'

type RestorableJobName =
  | 'import'
  | 'release'
  | 'regrade'
  | 'round'
  | 'score'
  | 'train'
  | 'evaluate'
  | 'agreement'
  | 'mail'

/** Work without a job in the queue. */
export type LostJob = {
  [N in RestorableJobName]: { name: N; payload: JobPayloads[N] }
}[RestorableJobName]

/**
 * Rows of any project that are waiting or running but have no job. Jobs are enqueued in the transaction of their row, but
 * are lost after two weeks in the queue, if deleted by hand, or if the database was restored without them. `origin`: of
 * links in mails; null if no mail is sent.
 */
export function listLostJobs(db: Database, origin: string | null): Promise<LostJob[]> {
  return db.$queryRaw<LostJob[]>`
    select wanted.name, wanted.payload from (
      select 'import' as name, jsonb_build_object('projectId', project_id, 'importId', id, 'attempt', attempt) as payload
      from import_batch where state in ('checking', 'running')
      union all
      select 'release', jsonb_build_object('projectId', project_id, 'releaseId', id, 'attempt', attempt)
      from release where state = 'running'
      union all
      select 'regrade', jsonb_build_object('projectId', project_id, 'regradeId', id, 'attempt', attempt)
      from regrade where state in ('previewing', 'applying')
      union all
      select 'round', jsonb_build_object('projectId', project_id, 'roundId', id, 'attempt', attempt)
      from "round" where state in ('planning', 'starting')
      union all
      select 'score', jsonb_build_object('projectId', project_id, 'runId', id, 'attempt', attempt)
      from score_run r where state = 'running' and not exists (select from scorer c
        where c.project_id = r.project_id and c.id = r.scorer_id and c.kind = 'imported')
      union all
      select 'train',
        jsonb_build_object('projectId', project_id, 'scorerId', scorer_id, 'version', version, 'attempt', attempt)
      from scorer_version where state = 'running'
      union all
      select 'evaluate', jsonb_build_object('projectId', project_id, 'evaluationId', id, 'attempt', attempt)
      from evaluation where state = 'running'
      union all
      select 'agreement', jsonb_build_object('projectId', project_id, 'agreementId', id, 'attempt', attempt)
      from agreement_run where state = 'running'
      union all
      select 'mail', jsonb_build_object('kind', 'invite', 'invite', id, 'origin', ${origin}::text)
      from invite where mail = 'waiting' and used_at is null and revoked_at is null and expires_at > now()
        and ${origin}::text is not null
        and not ${isJobWithPayloadPartUnfinishedSql(Prisma.sql`'mail'`, Prisma.sql`jsonb_build_object('invite', invite.id)`)}
    ) wanted
    where not ${isJobUnfinishedSql(Prisma.sql`wanted.name`, Prisma.sql`wanted.payload`)}`
}
