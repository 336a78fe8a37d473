import { readTracingEndpoint } from './env'

export type SpanAttributes = Readonly<Record<string, string | number>>

/** Creates and sends spans, once loaded (tracing-sdk.ts). */
export interface Tracing {
  inSpan<T>(
    name: string,
    attributes: SpanAttributes,
    run: (addAttributes: AddSpanAttributes) => Promise<T>,
  ): Promise<T>
  /** Sends pending spans. */
  stop(): Promise<void>
}

export type AddSpanAttributes = (attributes: SpanAttributes) => void

// Next loads this module more than once, so the state is stored globally.
const processGlobals = globalThis as { stepmarkTracing?: Tracing }

/** Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise does not load OpenTelemetry. */
export async function startTracing(): Promise<void> {
  if (readTracingEndpoint() === null || processGlobals.stepmarkTracing) return
  const { createTracing } = await import('./tracing-sdk')
  processGlobals.stepmarkTracing = createTracing()
}

/** Runs `run` in a span, if tracing is on. Spans contain no request text. */
export function runInSpan<T>(
  name: string,
  attributes: SpanAttributes,
  run: (addAttributes: AddSpanAttributes) => Promise<T>,
): Promise<T> {
  const tracing = processGlobals.stepmarkTracing
  return tracing ? tracing.inSpan(name, attributes, run) : run(() => undefined)
}

export function isTracingOn(): boolean {
  return processGlobals.stepmarkTracing !== undefined
}

export async function stopTracing(): Promise<void> {
  const tracing = processGlobals.stepmarkTracing
  delete processGlobals.stepmarkTracing
  await tracing?.stop()
}
