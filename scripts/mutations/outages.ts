import type { Mutation } from './mutation'

const silence = 'lib/platform/server/give-up-on-silence.ts'
const silent = (name: string) => ({
  file: 'lib/platform/server/give-up-on-silence.db.test.ts',
  name,
})
const replica = 'lib/platform/server/replica.ts'
const replicas = (name: string) => ({ file: 'lib/platform/server/replica.db.test.ts', name })
const problem = 'lib/http/server/problem.ts'
const unavailable = 'lib/platform/server/unavailable.ts'
const problems = (name: string) => ({ file: 'lib/http/server/problem.test.ts', name })
const readiness = 'lib/platform/server/readiness.ts'
const ready = (name: string) => ({ file: 'lib/platform/server/readiness.db.test.ts', name })

export const outageMutations: readonly Mutation[] = [
  {
    name: 'a job for which there is no connection fails',
    file: 'lib/jobs/server/run-watched.ts',
    from: 'if (isNoConnection(error)) {',
    to: 'if (isNoConnection(error) && signal.aborted) {',
    test: {
      file: 'lib/rounds/server/round-jobs.db.test.ts',
      name: 'one for which there is no connection is done later, and has not failed',
    },
    why: 'After a few tries it would be given up, whatever the job was.',
  },
  {
    name: 'a statement that nobody answers is waited for without end',
    file: silence,
    from: "if (typeof last === 'function') {\n      const stop = beginWaiting()",
    to: "if (typeof last === 'function') {\n      const stop = () => undefined",
    test: silent('a statement that nobody answers fails as on a lost connection'),
    hangs: true,
    why: 'A server that stands still says nothing, not even that it gives up.',
  },
  {
    name: 'a transaction that nobody answers is waited for without end',
    file: silence,
    from: 'if (!(answer instanceof Promise)) return answer\n    const stop = beginWaiting()',
    to: 'if (!(answer instanceof Promise)) return answer\n    const stop = () => undefined',
    test: silent('so it is in a transaction: its connection is not given to anybody after it'),
    hangs: true,
    why: 'The same.',
  },
  {
    name: 'a connection that has answered is taken for silent',
    file: silence,
    from: 'return () => clearTimeout(patience)',
    to: 'return () => undefined',
    test: silent('a connection that answers stays, however long nothing is asked'),
    why: 'Whoever comes next would lose theirs in the middle of a write.',
  },
  {
    name: 'a replica is read before it has everything',
    file: replica,
    from: "if (behindBytes === 0) return 'caughtUp'",
    to: "if (behindBytes !== null) return 'caughtUp'",
    test: replicas('what was committed before is read on the replica, however late'),
    why: 'A release would lack what was submitted before it was asked for.',
  },
  {
    name: 'a replica is read that is not the one that was waited for',
    file: 'lib/platform/server/row-transaction.ts',
    from: '      if (!row.hasAll) throw',
    to: '      if (!row) throw',
    test: replicas('one that is given another place than it waited for reads nothing there'),
    why: 'There may be two behind one address.',
  },
  {
    name: 'another database is read as the replica',
    file: replica,
    from: "if (!isSame || !isReplica) return 'wrong'",
    to: "if (!isReplica) return 'wrong'",
    test: replicas('what takes writes, or is another database, is no replica'),
    why: 'Labels of another installation would be released as ours.',
  },
  {
    name: 'the connections of every day wait for a server that says nothing',
    file: 'lib/platform/server/database.ts',
    from: "if (kind === 'everyday') giveUpOnSilence",
    to: "if (kind !== 'everyday') giveUpOnSilence",
    test: {
      file: 'lib/platform/server/database.db.test.ts',
      name: 'who waits for a server that says nothing is told in the end',
    },
    why: 'Ten of them, and nobody would be answered any more.',
  },
  {
    name: 'a replica that stays behind is waited for by everybody',
    file: replica,
    from: '  restsUntil.set(replica, performance.now() + restMs)\n',
    to: '',
    test: replicas('one that stays behind is not waited for without end, nor again at once'),
    why: 'Each export would take its whole patience.',
  },
  {
    name: 'a replica whose connections are all read on is taken for one that is away',
    file: replica,
    from: 'if (isReplicaPoolFull())',
    to: 'if (replica === null)',
    test: replicas('one whose connections are all read on is done without this once'),
    why: 'For a minute everything would be read from the primary.',
  },
  {
    name: 'what fails on the replica is not read on the primary',
    file: replica,
    from: 'if (error instanceof AppError || options.isMeant(error)) throw error',
    to: 'if (error !== null) throw error',
    test: replicas('a reader that the replica ends, for being in the way, reads once more'),
    why: 'A replica ends those that are in the way of what it replays.',
  },
  {
    name: 'what PostgreSQL cannot do at present is our defect',
    file: unavailable,
    from: 'if (passingKinds.has(String(kind)) || passingCodes.test(String(originalCode))) return true',
    to: 'if (passingKinds.has(String(kind)) || originalCode === null) return true',
    test: problems('PostgreSQL cannot do it at present (%s): 503, and when to ask again'),
    why: 'Clients keep what they have and ask again after a 503, and give up after a 500.',
  },
  {
    name: 'a connection that was lost is our defect',
    file: unavailable,
    from: '  return isLostConnection(error)\n',
    to: '  return false\n',
    test: problems('a connection that was lost (%s): the same'),
    why: 'The same.',
  },
  {
    name: 'what went wrong inside is told outside',
    file: problem,
    from: "    'Something went wrong on our side. Try again; if it comes back, tell whoever runs this server.',\n",
    to: '    String(error),\n',
    test: problems('of what goes wrong inside nothing is told but that it did'),
    why: 'It names tables, addresses and what somebody sent.',
  },
  {
    name: 'what the database said is told outside',
    file: problem,
    from: '{ retryAfterSeconds: 2 },',
    to: '{ retryAfterSeconds: 2, cause: String(error) },',
    test: problems('of what goes wrong inside nothing is told but that it did'),
    why: 'The same.',
  },
  {
    name: 'a process is ready whose database takes no writes',
    file: readiness,
    from: "      ...(applied.isReadOnly ? ['the database takes no writes'] : []),\n",
    to: '',
    test: ready('while the database takes no writes, as one that follows another'),
    why: 'After a failover it would be sent every label, and refuse it.',
  },
  {
    name: 'a process is ready whose database lacks migrations',
    file: readiness,
    from: "      ...(listMigrations().some(isPending) ? ['the database lacks migrations'] : []),\n",
    to: '',
    test: ready('while the database lacks a migration, or one that began has not ended'),
    why: 'Its statements name what is not there yet.',
  },
  {
    name: 'a process that is about to end is ready',
    file: readiness,
    from: "...(isDraining() ? ['this process is about to end'] : []), ",
    to: '',
    test: ready('once it is about to end'),
    why: 'It would be sent what it does not answer any more.',
  },
]
