import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { TracingOptions } from './tracing-options.ts'

/** The sampler of a standard name. Samplers based on the parent follow the caller's decision. */
export function chooseSampler({
  sampler,
  samplerRatio,
}: Pick<TracingOptions, 'sampler' | 'samplerRatio'>): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(samplerRatio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
