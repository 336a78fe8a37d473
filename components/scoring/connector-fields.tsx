import { bindTextField } from '@/components/shell/use-form-action'
import { SelectField } from '@/components/ui/select-field'
import { TextAreaField, TextField } from '@/components/ui/text-field'
import type { ModelServerFieldErrors, ModelServerFields } from './model-server-fields'

interface ConnectorFieldsProps {
  fields: ModelServerFields
  errors: ModelServerFieldErrors
  change: (changedFields: Partial<ModelServerFields>) => void
}

/** The settings of one connector. */
export function ConnectorFields({ fields, errors, change }: ConnectorFieldsProps) {
  const isCustom = fields.connector === 'custom-http'
  return (
    <>
      <TextField
        label={isCustom ? 'Model name (optional)' : 'Model'}
        {...bindTextField({ fields, errors, change }, 'model')}
        autoComplete="off"
        spellCheck={false}
        hint={
          isCustom
            ? 'Change it when the model changes. Scores of the same model are reused.'
            : 'As the server names it, such as Qwen/Qwen2.5-Math-PRM-7B.'
        }
      />
      {fields.connector === 'vllm-pooling' && (
        <PoolingFields fields={fields} errors={errors} change={change} />
      )}
      {fields.connector === 'openai-chat' && (
        <div className="grid grid-cols-2 items-start gap-6">
          <TextField
            label="Token for correct"
            {...bindTextField({ fields, errors, change }, 'positiveToken')}
            autoComplete="off"
          />
          <TextField
            label="Token for wrong"
            {...bindTextField({ fields, errors, change }, 'negativeToken')}
            autoComplete="off"
          />
        </div>
      )}
    </>
  )
}

function PoolingFields({ fields, errors, change }: ConnectorFieldsProps) {
  return (
    <>
      <TextField
        label="Step separator"
        {...bindTextField({ fields, errors, change }, 'stepTag')}
        autoComplete="off"
        spellCheck={false}
        hint="The server returns one row of numbers for each separator."
      />
      <SelectField
        label="Column of P(correct)"
        choices={[
          { value: '1', label: 'Second, as in Qwen' },
          { value: '0', label: 'First, as in Math-Shepherd' },
        ]}
        value={fields.positiveColumn}
        onChange={(positiveColumn) => change({ positiveColumn })}
      />
      <SelectField
        label="Request format"
        choices={[
          { value: 'messages', label: 'Messages, with the model’s chat template' },
          { value: 'text', label: 'Plain text' },
        ]}
        value={fields.requestFormat}
        onChange={(requestFormat) => change({ requestFormat })}
      />
      {fields.requestFormat === 'messages' && (
        <TextAreaField
          label="System prompt"
          {...bindTextField({ fields, errors, change }, 'system')}
          rows={2}
        />
      )}
    </>
  )
}
