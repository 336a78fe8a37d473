import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Tracing } from './tracing'

/** Health checks every few seconds, which would only be noise. */
const probeTargets = /^\/(?:healthz|readyz|metrics)(?:\?|$)/
/** Removed from spans, because an address may contain an invite token. The route stays. */
const addressAttributes = ['http.target', 'http.url', 'url.full', 'url.path', 'url.query']
/** Next's internal spans, which take no time and contain nothing useful. */
const internalNextSpans = new Set([
  ...['Instrumentation.loadModule', 'Instrumentation.register', 'LoadComponents.loadRouteModule'],
  ...['AppRouteRouteModule.loadUserland', 'RouteModule.prepare', 'Middleware.execute'],
  ...['NextNodeServer.findPageComponents', 'NextNodeServer.getLayoutOrPageModule'],
  ...['NextNodeServer.startResponse', 'NextNodeServer.clientComponentLoading'],
])
const stopTimeoutMs = 2_000

const probeSampler: Sampler = {
  shouldSample: (_context, _traceId, _name, _kind, { 'http.target': target }) => ({
    decision:
      typeof target === 'string' && probeTargets.test(target)
        ? SamplingDecision.NOT_RECORD
        : SamplingDecision.RECORD_AND_SAMPLED,
  }),
  toString: () => 'without probes',
}

/** Forwards relevant spans, without request data and without error messages, which may quote it. */
class RedactingSpanProcessor implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(...args: Parameters<SpanProcessor['onStart']>): void {
    this.next.onStart(...args)
  }

  onEnd(span: ReadableSpan): void {
    const { 'next.span_type': kind } = span.attributes
    if (typeof kind === 'string' && internalNextSpans.has(kind)) return
    for (const name of addressAttributes) delete span.attributes[name]
    span.events.length = 0
    delete span.status.message
    this.next.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.next.shutdown()
  }
}

/** Endpoint and headers come from OpenTelemetry's own variables: OTEL_EXPORTER_OTLP_ENDPOINT, ..._HEADERS. */
export function createTracing(): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'stepmark' }),
    sampler: new ParentBasedSampler({
      root: probeSampler,
      remoteParentSampled: new AlwaysOnSampler(),
    }),
    spanProcessors: [
      new RedactingSpanProcessor(new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  const tracer = trace.getTracer('stepmark')
  return {
    inSpan: (name, attributes, run) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await run((addedAttributes) => void span.setAttributes(addedAttributes))
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      }),
    stop: async () => {
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, stopTimeoutMs).unref()
      })
      await Promise.race([provider.shutdown(), timeout])
    },
  }
}
