import type { Mutation } from './mutation'

const servers = 'lib/http/server/open-servers.ts'
const open = (name: string) => ({ file: 'lib/http/server/open-servers.test.ts', name })

export const senderMutations: readonly Mutation[] = [
  {
    name: 'who sends slowly may take as long as Node likes',
    file: servers,
    from: '  Object.assign(server, limits)\n',
    to: '  servers.set(server, limits)\n',
    also: [
      {
        from: 'function bound(server: Server, limits: Readonly<typeof sendLimits>): void {',
        to: 'const servers = new WeakMap<Server, object>()\nfunction bound(server: Server, limits: Readonly<typeof sendLimits>): void {',
      },
    ],
    test: open('who sends too slowly is told so and left, once the server has been asked'),
    why: 'A byte now and then holds a connection.',
  },
  {
    name: 'connections stay open for protocols that nobody speaks',
    file: servers,
    from: "if (!isDevelopment()) server.removeAllListeners('upgrade')",
    to: "if (isDevelopment()) server.removeAllListeners('upgrade')",
    test: open(
      'who asks for another protocol gets an ordinary answer: no connection stays open for it',
    ),
    hangs: true,
    why: 'Next leaves some of them open without a word, and no limit of Node’s holds them.',
  },
  {
    name: 'a page gives up where the machine stood still for two seconds',
    file: 'lib/http/server/read-again.ts',
    from: 'if (!isNoConnection(error) || (tries > 1 && performance.now() >= until)) throw error',
    to: 'if (isNoConnection(error) || performance.now() >= until) throw error',
    test: {
      file: 'lib/http/server/read-again.db.test.ts',
      name: 'what finds no connection in time is read again',
    },
    why: 'Somebody is shown an error for what would have been there the moment after.',
  },
  {
    name: 'a refusal repeats all that was sent',
    file: 'lib/http/server/read-request.ts',
    from: 'text.length > toldCharacters ?',
    to: 'text.length > 1e9 ?',
    test: {
      file: 'lib/http/server/read-request.test.ts',
      name: 'what is refused is told in few words, however much was sent',
    },
    why: 'Two megabytes of names came back as eight, and cost a third of a second.',
  },
  {
    name: 'a download is written through a link that stands in the folder',
    file: 'cli/download-file.ts',
    from: '(constants.O_NOFOLLOW ?? 0)',
    to: '(constants.O_RDONLY ?? 0)',
    test: {
      file: 'cli/download-file.test.ts',
      name: 'a link that stands in the folder is not written through',
    },
    why: 'It may lead out of the folder that was named.',
  },
  {
    name: 'a connection that did not come about in time is another error',
    file: 'lib/jobs/server/no-connection.ts',
    from: "  'Connection terminated due to connection timeout',\n",
    to: '',
    test: {
      file: 'lib/jobs/server/no-connection.db.test.ts',
      name: 'a database that takes connections and says nothing',
    },
    why: 'A job fails that would be run later, and a page is not read again.',
  },
]
