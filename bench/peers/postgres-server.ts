// Starts a temporary PostgreSQL with an empty database for Label Studio, of the same version and with the same settings
// as Stepmark's. Prints its URL, and stops when its standard input ends.
import pg from 'pg'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'

const postgres = await startTemporaryPostgres()
const client = new pg.Client(postgres.url('postgres'))
await client.connect()
await client.query('create database label_studio')
await client.end()
console.log(JSON.stringify({ url: postgres.url('label_studio') }))
process.stdin.resume()
process.stdin.once('end', () => void postgres.stop().then(() => process.exit(0)))
