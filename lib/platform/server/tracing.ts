import { readTracingEndpoint } from './env'

export type SpanNotes = Readonly<Record<string, string | number>>

/** What makes and sends spans, once it is there (tracing-sdk.ts). */
export interface Tracing {
  inSpan<T>(name: string, notes: SpanNotes, act: (note: AddNotes) => Promise<T>): Promise<T>
  /** Sends what is not sent yet. */
  stop(): Promise<void>
}

export type AddNotes = (notes: SpanNotes) => void

// Next loads this module more than once; spans are the process's.
const holder = globalThis as { stepmarkTracing?: Tracing }

/** Makes spans from now on where OTEL_EXPORTER_OTLP_ENDPOINT says whom to send them to; else nothing of it is loaded. */
export async function startTracing(): Promise<void> {
  if (readTracingEndpoint() === null || holder.stepmarkTracing) return
  const { openTracing } = await import('./tracing-sdk')
  holder.stepmarkTracing = openTracing()
}

/** Runs `act` in a span of this name, where spans are made. They hold no text that a request brought. */
export function inSpan<T>(
  name: string,
  notes: SpanNotes,
  act: (note: AddNotes) => Promise<T>,
): Promise<T> {
  const tracing = holder.stepmarkTracing
  return tracing ? tracing.inSpan(name, notes, act) : act(() => undefined)
}

export function isTracing(): boolean {
  return holder.stepmarkTracing !== undefined
}

export async function stopTracing(): Promise<void> {
  const tracing = holder.stepmarkTracing
  delete holder.stepmarkTracing
  await tracing?.stop()
}
