import { AreaField, Field } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select-field'
import type { ServerErrors, ServerFields } from './server-fields'

interface ConnectorFieldsProps {
  fields: ServerFields
  errors: ServerErrors
  change: (changed: Partial<ServerFields>) => void
}

/** What one connector needs to know and another does not. */
export function ConnectorFields({ fields, errors, change }: ConnectorFieldsProps) {
  const isCustom = fields.connector === 'custom-http'
  return (
    <>
      <Field
        label={isCustom ? 'What its model is called, if you like' : 'Model'}
        name="model"
        autoComplete="off"
        spellCheck={false}
        value={fields.model}
        onChange={(event) => change({ model: event.target.value })}
        hint={
          isCustom
            ? 'Change it when the model changes: what the same model was asked before is not asked again.'
            : 'As the server knows it: Qwen/Qwen2.5-Math-PRM-7B.'
        }
        error={errors.model}
      />
      {fields.connector === 'vllm-pooling' && (
        <PoolingFields fields={fields} errors={errors} change={change} />
      )}
      {fields.connector === 'openai-chat' && (
        <div className="grid grid-cols-2 items-start gap-6">
          <Field
            label="Says right by"
            name="positiveToken"
            autoComplete="off"
            value={fields.positiveToken}
            onChange={(event) => change({ positiveToken: event.target.value })}
            error={errors.positiveToken}
          />
          <Field
            label="Says wrong by"
            name="negativeToken"
            autoComplete="off"
            value={fields.negativeToken}
            onChange={(event) => change({ negativeToken: event.target.value })}
            error={errors.negativeToken}
          />
        </div>
      )}
    </>
  )
}

function PoolingFields({ fields, errors, change }: ConnectorFieldsProps) {
  return (
    <>
      <Field
        label="Mark after each step"
        name="stepTag"
        autoComplete="off"
        spellCheck={false}
        value={fields.stepTag}
        onChange={(event) => change({ stepTag: event.target.value })}
        hint="One row of numbers comes back for each."
        error={errors.stepTag}
      />
      <SelectField
        label="The number that says right"
        choices={[
          { value: '1', label: 'the second of a row, as Qwen has it' },
          { value: '0', label: 'the first of a row, as Math-Shepherd has it' },
        ]}
        value={fields.positiveColumn}
        onChange={(positiveColumn) => change({ positiveColumn })}
      />
      <SelectField
        label="Problem and steps are sent"
        choices={[
          { value: 'messages', label: 'as messages, by the model’s chat template' },
          { value: 'text', label: 'as one text' },
        ]}
        value={fields.asks}
        onChange={(asks) => change({ asks })}
      />
      {fields.asks === 'messages' && (
        <AreaField
          label="What the model is told first"
          name="system"
          rows={2}
          value={fields.system}
          onChange={(event) => change({ system: event.target.value })}
          error={errors.system}
        />
      )}
    </>
  )
}
