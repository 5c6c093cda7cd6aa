from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ... import automation_api as api
from ...automation_api import Execution, Intent, PipelineRun
from ...client_options import AsyncToken, OnResponse
from ...clock import AsyncClock
from ...defaults import AUTOMATION
from ...transports.transport import AsyncTransport
from ..client import AsyncClient
from ..poll import poll
from .api_keys import AsyncApiKeys
from .audit_logs import AsyncAuditLogs
from .automations import AsyncAutomations
from .executions import AsyncExecutions
from .files import AsyncFiles
from .held_access import AsyncHeldAccess
from .intents import AsyncIntents
from .jobs import AsyncJobs
from .pipelines import AsyncPipelineRuns, AsyncPipelines
from .recordings import AsyncRecordings
from .schedules import AsyncSchedules
from .secrets import AsyncSecrets
from .sessions import AsyncSessions
from .webhooks import AsyncWebhooks

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncAutomationClient:
    """
    The automation service: `AsyncAutomationClient(api_key=…)`. Webhooks and API keys are managed by people, so these
    need a `token`.

    api_key: `gfac_…`. Without any credential it is read from the environment:
      `WAYPOST_AUTOMATION_API_KEY`, else `WAYPOST_API_KEY`.
    token: of a signed-in person; see `async_sign_in`.
    base_url: the URL of the service, without `/api/v1`. By default `WAYPOST_AUTOMATION_URL` of the environment, else
      that of `start` on this machine.
    timeout_seconds: for one attempt, including its response.
    max_retries: how often a request is retried.
    max_retry_wait_seconds: a service that asks to wait longer is not retried. Rate limits are per minute.
    on_response: called with every response, also one that is retried or becomes an error.
    transport: used instead of httpx, or of the standard library where httpx is not installed.

    Raises a WaypostError without a credential in the arguments or in the environment.
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        token: Optional[AsyncToken] = None,
        base_url: Optional[str] = None,
        timeout_seconds: float = 30,
        max_retries: int = 2,
        max_retry_wait_seconds: float = 70,
        on_response: Optional[OnResponse] = None,
        transport: Optional[AsyncTransport] = None,
        clock: Optional[AsyncClock] = None,
    ) -> None:
        client = AsyncClient(
            defaults=AUTOMATION,
            as_key=lambda key: {"x-api-key": key},
            api_key=api_key,
            token=token,
            base_url=base_url,
            timeout_seconds=timeout_seconds,
            max_retries=max_retries,
            max_retry_wait_seconds=max_retry_wait_seconds,
            on_response=on_response,
            transport=transport,
            clock=clock,
        )
        self._client = client
        self.automations = AsyncAutomations(client)
        self.executions = AsyncExecutions(client)
        self.pipelines = AsyncPipelines(client)
        self.pipeline_runs = AsyncPipelineRuns(client)
        self.jobs = AsyncJobs(client)
        self.intents = AsyncIntents(client)
        self.recordings = AsyncRecordings(client)
        self.schedules = AsyncSchedules(client)
        self.secrets = AsyncSecrets(client)
        self.files = AsyncFiles(client)
        self.sessions = AsyncSessions(client)
        self.audit_logs = AsyncAuditLogs(client)
        self.webhooks = AsyncWebhooks(client)
        self.api_keys = AsyncApiKeys(client)
        self.held_access = AsyncHeldAccess(client)

    async def account(self, **options: Unpack[RequestOptions]) -> api.Account:
        """The account's time zone, its limits, and how much of each it uses."""
        return await self._client.call(api.get_account, **options)

    async def update_account(self, body: api.AccountChange, **options: Unpack[RequestOptions]) -> api.Account:
        """Sets the time zone of requests in plain language that name none: an IANA name, or None for UTC."""
        return await self._client.call(api.update_account, body=body, **options)

    async def overview(self, *, days: Optional[int] = None, **options: Unpack[RequestOptions]) -> api.Overview:
        """How the runs of the last days ended, 30 by default, what needs attention, and the limits."""
        return await self._client.call(api.get_overview, query={"days": days}, **options)

    async def wait_for_execution(self, id: str, *, timeout_seconds: float = 300, poll_seconds: float = 1) -> Execution:
        """Waits until an execution has ended, `completed` or `failed`: check its `status`.

        Raises a TimeoutError after `timeout_seconds`.
        """

        async def find() -> Optional[Execution]:
            execution = await self.executions.get(id)
            return None if execution["completedAt"] is None else execution

        return await poll(self._client.clock, f"execution {id}", timeout_seconds, poll_seconds, find)

    async def wait_for_pipeline_run(
        self, id: str, *, timeout_seconds: float = 900, poll_seconds: float = 2
    ) -> PipelineRun:
        """Waits until a pipeline run has ended, with any outcome: check its `status`.

        Raises a TimeoutError after `timeout_seconds`.
        """

        async def find() -> Optional[PipelineRun]:
            run = await self.pipeline_runs.get(id)
            return None if run["completedAt"] is None else run

        return await poll(self._client.clock, f"pipeline run {id}", timeout_seconds, poll_seconds, find)

    async def wait_for_intent(self, id: str, *, timeout_seconds: float = 900, poll_seconds: float = 1) -> Intent:
        """Waits until a request in plain language is dealt with: the run has ended, a draft is written, or it has failed.

        Check its `status`; the result of a run is that of its job. Raises a TimeoutError after `timeout_seconds`.
        """

        async def find() -> Optional[Intent]:
            intent = await self.intents.get(id)
            return None if intent["completedAt"] is None else intent

        return await poll(self._client.clock, f"intent {id}", timeout_seconds, poll_seconds, find)

    async def close(self) -> None:
        """Closes the client's connections, except those of a given transport. The client cannot be used afterwards."""
        await self._client.close()

    async def __aenter__(self) -> AsyncAutomationClient:
        return self

    async def __aexit__(self, *_error: Any) -> None:
        await self.close()
