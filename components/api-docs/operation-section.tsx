import type { ApiCallDocs } from '@/lib/http/call-docs'
import { errorCodeDescriptions } from '@/lib/http/error-code-descriptions'
import { OperationFieldTable } from './operation-field-table'

/** The documentation of one call. */
export function OperationSection({ call }: { call: ApiCallDocs }) {
  const { name, method, path, summary, fields, reply, replyFields, problems, curl } = call
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-16">
      <h2 id={`${name}-title`}>
        <a href={`#${name}`} className="text-ink no-underline hover:underline">
          {summary}
        </a>
      </h2>
      <p className="py-1 font-mono text-caption font-text wrap-anywhere text-ink-2">
        {method} {path}
      </p>
      <p className="pb-3 text-ink-2">
        <b className="font-mono text-caption font-text">{name}</b>. For {call.who}.{' '}
        {describeToken(call.token)}
        {call.acceptsIdempotencyKey && ' Accepts an Idempotency-Key: a repeated request runs once.'}
      </p>
      <pre className="mb-4 border-l-2 border-line bg-wash px-3 py-2 font-mono text-caption/5 font-text wrap-anywhere whitespace-pre-wrap">
        <code>{curl}</code>
      </pre>
      {fields.length > 0 && <h3 className="pb-1">Request</h3>}
      <OperationFieldTable label={`Request of ${name}`} fields={fields} isRequest />
      <h3 className="pt-4 pb-1">Reply</h3>
      <p className="pb-1 text-caption text-ink-3">{reply}</p>
      <OperationFieldTable label={`Reply of ${name}`} fields={replyFields} isRequest={false} />
      <details className="pt-3">
        <summary className="cursor-pointer text-ink-2">
          Errors: {problems.flatMap(({ codes }) => codes).length}
        </summary>
        <ul className="pt-1">
          {problems.flatMap(({ status, codes }) =>
            codes.map((code) => (
              <li key={code} className="text-caption text-ink-2">
                <span className="font-mono font-text">
                  {status} {code}
                </span>
                : {errorCodeDescriptions[code]}
              </li>
            )),
          )}
        </ul>
      </details>
    </section>
  )
}

function describeToken(token: ApiCallDocs['token']): string {
  return token === 'never' ? 'Not available to tokens.' : `Tokens need the scope ${token}.`
}
