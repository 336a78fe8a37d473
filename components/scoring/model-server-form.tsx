import { bindChoiceList, bindTextField } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { Link } from '@/components/ui/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextField } from '@/components/ui/text-field'
import { ConnectorFields } from './connector-fields'
import { connectorChoices } from './connector-names'
import { describeKeyEnvironmentVariables } from './model-server-fields'
import { ModelServerTestScores } from './model-server-test-scores'
import { useModelServerForm } from './use-model-server-form'

const urlHints = {
  'vllm-pooling': 'Base URL of vLLM, without /pooling, such as https://models.example:8000.',
  'openai-chat': 'Base URL, without /v1/chat/completions, such as https://models.example.',
  'custom-http': 'Full URL, such as https://models.example/score.',
} as const

/** Connects a model server. A test on one solution is optional. */
export function ModelServerForm({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { form, fields, errors, outcome, testResult, isBusy, isTesting, change, test, connect } =
    useModelServerForm(slug, onClose)
  return (
    <form
      ref={form}
      onSubmit={connect}
      noValidate
      aria-label="Connect model server"
      className="mt-6 grid grid-cols-12 gap-x-6 gap-y-8 border-t border-line pt-4 text-strong"
    >
      <div className="col-span-12 grid content-start gap-6 wide:col-span-5">
        <div>
          <h3>Connect model server</h3>
          <p className="text-ink-2">
            <Link href="/docs/scoring#connectors">Formats of requests and replies</Link>
          </p>
        </div>
        <TextField
          label="Name"
          {...bindTextField({ fields, errors, change }, 'name')}
          autoComplete="off"
        />
        <ChoiceList
          legend="Connector"
          {...bindChoiceList({ fields, change }, 'connector')}
          choices={connectorChoices}
        />
        <TextField
          label="URL"
          {...bindTextField({ fields, errors, change }, 'url')}
          type="url"
          autoComplete="off"
          spellCheck={false}
          hint={`${urlHints[fields.connector]} HTTP and private hosts must be listed in STEPMARK_OUTBOUND_ALLOW.`}
        />
        <ConnectorFields fields={fields} errors={errors} change={change} />
        <TextField
          label="Key name (optional)"
          name="key"
          autoComplete="off"
          spellCheck={false}
          placeholder="PRM"
          value={fields.key}
          onChange={(event) => change({ key: event.target.value.toUpperCase() })}
          hint={describeKeyEnvironmentVariables(fields.key)}
          error={errors.key}
        />
        <div className="grid grid-cols-2 items-start gap-6">
          <TextField
            label="Concurrent solutions"
            {...bindTextField({ fields, errors, change }, 'concurrency')}
            inputMode="numeric"
          />
          <TextField
            label="Timeout (seconds)"
            {...bindTextField({ fields, errors, change }, 'timeoutSeconds')}
            inputMode="numeric"
          />
        </div>
        <OutcomeNotice outcome={outcome} />
        <div className="flex flex-wrap gap-2">
          <Button aria-disabled={isBusy} onClick={() => void test()}>
            {isTesting ? 'Testing' : 'Test'}
          </Button>
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            Connect
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
      <div className="col-span-12 wide:col-span-7" aria-live="polite">
        <ModelServerTestScores testResult={testResult} isTesting={isTesting} />
      </div>
    </form>
  )
}
