import { AutomationName } from '../automations/automation-name.tsx'
import { PipelineName } from '../pipelines/pipeline-name.tsx'
import type { DeliverySubject } from './delivery-subject.ts'

/** The name of what a delivery is about, and the end of its run's id, by which two of one automation differ. */
export function SubjectName({ subject }: { subject: DeliverySubject }) {
  const { name, automationId, pipelineId, executionId } = subject
  return (
    <>
      {/* A repair's message says less than whose run it was. */}
      {automationId !== undefined && (name === undefined || executionId !== undefined) ? (
        <AutomationName id={automationId} />
      ) : pipelineId !== undefined && name === undefined ? (
        <PipelineName id={pipelineId} />
      ) : (
        name
      )}
      {executionId !== undefined && (
        <>
          {' '}
          <span className="quiet">· run {executionId.slice(-6)}</span>
        </>
      )}
    </>
  )
}
