import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type ColumnType,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import type * as EngineBindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

/** PostgreSQL's one-byte "char" and its text, as in pg_type. */
const charTypeId = 18
const textTypeId = 25

/**
 * While a migration waits for a table, other users of that table wait too, for example behind a backup. So it gives
 * up after this time and is started again later.
 */
const lockWaitSeconds = 5

/** [path, content] of each file of the Prisma schema. */
export type PrismaSchemaFileContents = [string, string][]

type Connection = Awaited<ReturnType<PrismaPg['connect']>>
type Bindings = typeof EngineBindings & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
}

/** The engine leaves a timer of 10 s after it has taken its lock, which would keep the process running. */
function unrefTimers(bindings: Bindings): WebAssembly.ModuleImports {
  const unrefTimer = (run: () => void, delayMs: number) => setTimeout(run, delayMs >>> 0).unref()
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [
      name,
      name.startsWith('__wbg_setTimeout_') ? unrefTimer : (value as WebAssembly.ImportValue),
    ]),
  )
}

/**
 * Prisma's schema engine as WebAssembly, because many networks block the host from which its CLI downloads the
 * engine.
 */
async function loadEngine(): Promise<Bindings> {
  // Without this, a panic inside the engine appears as a TypeError about set_message.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => process.stderr.write(`${message}\n`),
    },
  })
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const bindings = (await import(
    pathToFileURL(join(folder, 'schema_engine_bg.js')).href
  )) as Bindings
  const program = readFileSync(join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(program, {
    './schema_engine_bg.js': unrefTimers(bindings),
  })
  bindings.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return bindings
}

let loadedBindings: Promise<Bindings> | undefined

/**
 * adapter-pg rejects "char", which the catalog uses. The driver treats such a column as text, and the engine receives
 * exactly one character, NUL if empty, as from Prisma's own driver.
 */
function supportCharColumns(connection: Connection, pool: pg.Pool): void {
  const charColumns = new WeakMap<object, boolean[]>()
  const query = pool.query.bind(pool) as (request: unknown) => Promise<pg.QueryArrayResult>
  const queryRaw = connection.queryRaw.bind(connection)
  const queryAsText = async (request: unknown) => {
    const result = await query(request)
    if (Array.isArray(result)) return result // from a script
    charColumns.set(
      result.rows,
      result.fields.map((field) => field.dataTypeID === charTypeId),
    )
    for (const field of result.fields)
      if (field.dataTypeID === charTypeId) field.dataTypeID = textTypeId
    return result
  }
  pool.query = queryAsText as typeof pool.query
  connection.queryRaw = async (request: SqlQuery): Promise<SqlResultSet> => {
    const result = await queryRaw(request)
    const isChar = charColumns.get(result.rows) ?? []
    const columnTypes = result.columnTypes.map((type, i): ColumnType =>
      isChar[i] ? ColumnTypeEnum.Character : type,
    )
    const rows = result.rows.map((row) =>
      row.map((value, i) => (isChar[i] && value === '' ? '\0' : value)),
    )
    return { ...result, columnTypes, rows }
  }
}

/** The line of a script at which PostgreSQL stopped. */
function describePosition(script: string, position: string | undefined): string {
  if (!position) return ''
  return ` (line ${script.slice(0, Number(position)).split('\n').length})`
}

/**
 * adapter-pg splits a script at every semicolon, which breaks function bodies and comments, and runs the pieces one
 * by one. Sent whole, PostgreSQL parses it and runs it in one transaction.
 */
function sendScriptsWhole(connection: Connection, pool: pg.Pool): void {
  connection.executeScript = async (script: string) => {
    try {
      await pool.query(script)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      const { code = 'XX000', severity = 'ERROR', detail, column, hint, position } = error
      // Includes the code, because the message is in the server's language.
      const message = `${error.message}${describePosition(script, position)} (${code})`
      throw new DriverAdapterError({
        kind: 'postgres',
        code,
        severity,
        message,
        detail,
        column,
        hint,
      })
    }
  }
}

/** The engine's connections. It never closes them, so `close` does. */
class MigrationPg extends PrismaPg {
  private readonly openConnections: Connection[] = []

  constructor(private readonly databaseUrl: string) {
    super(databaseUrl)
  }

  /** One permanent connection, because the engine's advisory lock belongs to it. */
  private async open(connectionString: string): Promise<Connection> {
    const factory = new PrismaPg({ connectionString, max: 1, idleTimeoutMillis: 0 })
    const connection = await factory.connect()
    const pool = connection.underlyingDriver()
    supportCharColumns(connection, pool)
    sendScriptsWhole(connection, pool)
    const dispose = connection.dispose.bind(connection)
    let disposal: Promise<void> | undefined
    connection.dispose = () => (disposal ??= dispose())
    this.openConnections.push(connection)
    return connection
  }

  override async connect() {
    const connection = await this.open(this.databaseUrl)
    await connection.executeScript(`set lock_timeout = '${lockWaitSeconds}s'`)
    return connection
  }

  /**
   * A scratch database. adapter-pg creates one too, but if it has a connection string, it works in the database that
   * the string names, and would replay every migration there.
   */
  override async connectToShadowDb() {
    const name = `stepmark_shadow_${crypto.randomUUID().replaceAll('-', '')}`
    const url = new URL(this.databaseUrl)
    url.pathname = `/${name}`
    const mainConnection = await this.open(this.databaseUrl)
    await mainConnection.executeScript(`create database ${name}`)
    const shadow = await this.open(url.href)
    const dispose = shadow.dispose.bind(shadow)
    let disposal: Promise<void> | undefined
    const drop = async () => {
      await dispose()
      await mainConnection.executeScript(`drop database ${name} with (force)`)
      await mainConnection.dispose()
    }
    shadow.dispose = () => (disposal ??= drop())
    return shadow
  }

  async close(): Promise<void> {
    // Newest first: a scratch database is dropped over the connection opened before it.
    for (const connection of this.openConnections.reverse()) await connection.dispose()
  }
}

/**
 * Opens the engine on a database, passes it to `use`, and closes its connections. The engine's errors contain the
 * migration and PostgreSQL's message. Diffs need a role that may create databases.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  schemaFiles: PrismaSchemaFileContents,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine: Engine } = await (loadedBindings ??= loadEngine())
  const adapter = new MigrationPg(databaseUrl)
  try {
    const engine = await Engine.new(
      { datamodels: schemaFiles },
      () => undefined, // receives log lines in JSON
      bindMigrationAwareSqlAdapterFactory(adapter),
    )
    try {
      return await use(engine)
    } finally {
      engine.free()
    }
  } finally {
    await adapter.close()
  }
}
