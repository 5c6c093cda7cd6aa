import { Certificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1'
import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
// `apps` is a group of the Kubernetes API, not our folder.
// oxlint-disable-next-line no-restricted-imports
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service, ServiceAccount } from 'kubernetes-models/v1'
import type { KubernetesObject } from './render-kustomization.ts'

const models: Record<string, { prototype: { validate(): void } }> = {
  'apps/v1 Deployment': Deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'batch/v1 Job': Job,
  'cert-manager.io/v1 Certificate': Certificate,
  'keda.sh/v1alpha1 ScaledObject': ScaledObject,
  'keda.sh/v1alpha1 TriggerAuthentication': TriggerAuthentication,
  'monitoring.coreos.com/v1 PodMonitor': PodMonitor,
  'monitoring.coreos.com/v1 PrometheusRule': PrometheusRule,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'postgresql.cnpg.io/v1 Cluster': Cluster,
  'postgresql.cnpg.io/v1 ScheduledBackup': ScheduledBackup,
  'v1 ConfigMap': ConfigMap,
  'v1 Service': Service,
  'v1 ServiceAccount': ServiceAccount,
}

/**
 * Validates an object by the schemas of the Kubernetes API, and returns messages that name the invalid fields.
 *
 * The schemas allow unknown fields, as the API server does. But a validator reads every field that its schema has, so a
 * field that it never read is misspelt.
 */
export function validateObject(object: KubernetesObject): string[] {
  const Model = models[`${object.apiVersion} ${object.kind}`]
  if (!Model) return [`no schema for ${object.apiVersion} ${object.kind}`]
  const unseen = new Set<string>()
  try {
    // Validates the object itself: creating a model copies it, and copying reads every field.
    Model.prototype.validate.call(watch(object, '', unseen))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return [...unseen].map((field) => `${field} is not in the schema`)
}

/** Wraps the value so that reading a field removes it from `unseen`. */
function watch(value: unknown, path: string, unseen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inner = new Map<string, unknown>()
  for (const [field, item] of Object.entries(value)) {
    unseen.add(`${path}/${field}`)
    inner.set(field, watch(item, `${path}/${field}`, unseen))
  }
  return new Proxy(value, {
    get(target, field) {
      if (typeof field !== 'string' || !inner.has(field)) return Reflect.get(target, field) as unknown
      unseen.delete(`${path}/${field}`)
      return inner.get(field)
    },
  })
}
