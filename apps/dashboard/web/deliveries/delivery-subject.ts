/** What an event is about, as its body says. */
export interface DeliverySubject {
  /** Its name, where the body has it. */
  name?: string | undefined
  automationId?: string | undefined
  pipelineId?: string | undefined
  executionId?: string | undefined
  emailId?: string | undefined
  addressId?: string | undefined
  scheduleId?: string | undefined
}

const textsOf = (data: Record<string, unknown>) => (name: string) => {
  const value = data[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** @param body of a delivery, as JSON */
export function readSubject(body: string): DeliverySubject {
  const text = textsOf(readData(body))
  const isOfPipeline = (text('type') ?? text('targetType')) === 'pipeline'
  const isOfAutomation = (text('type') ?? text('targetType')) === 'automation'
  const from = text('from')
  return {
    name:
      text('automationName') ??
      text('pipelineName') ??
      text('scheduleName') ??
      text('subject') ??
      text('address') ??
      text('domain') ??
      text('url') ??
      text('text') ??
      // An email may have no subject.
      (from === undefined ? text('message') : `from ${from}`),
    automationId: text('automationId') ?? (isOfAutomation ? text('targetId') : undefined),
    pipelineId: text('pipelineId') ?? (isOfPipeline ? text('targetId') : undefined),
    executionId: text('executionId'),
    emailId: text('emailId'),
    addressId: text('addressId'),
    scheduleId: text('scheduleId'),
  }
}

function readData(body: string): Record<string, unknown> {
  try {
    const { data } = JSON.parse(body) as { data?: unknown }
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    // A message for a chat has another form.
    return {}
  }
}
