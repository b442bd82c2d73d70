"""What is being imported and what was: progress, a way to call it off, and the report."""

from __future__ import annotations

import streamlit as st

from dashboard.components import colours, imported
from dashboard.formats import local_time
from dashboard.house import house
from dashboard.import_view import progress_of, report_data, said_of
from dashboard.imports import Job
from dashboard.panels.shell import dark, problem
from dashboard.words import t

REFRESH_S = 0.5


def import_jobs() -> None:
    jobs = house().service.imports.jobs()
    busy = any(not job.done for job in jobs)
    st.fragment(_jobs, run_every=REFRESH_S if busy else None)(busy)


def _jobs(was_busy: bool) -> None:
    jobs = house().service.imports.jobs()
    if was_busy and all(job.done for job in jobs):
        st.rerun()  # without the clock
    for place, job in enumerate(jobs):
        _job(job, first=place == 0)


def _job(job: Job, *, first: bool) -> None:
    title = f"{job.what}  ·  {local_time(job.began_at)}"
    with st.container(key=f"import_{job.id}", border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(title, width="stretch")
            if not job.done and st.button(
                t("import.cancel"), key=f"cancel_{job.id}", icon=":material/stop_circle:"
            ):
                house().service.imports.cancel(job.id)
        if not job.done:
            share, doing = progress_of(job)
            if share is None:
                st.caption(doing)
            else:
                st.progress(share, doing)
        st.text(said_of(job))
        if job.error:
            problem(job.error)
        files = job.result.files or job.result.failed
        if files and (first or st.toggle(t("import.show-report"), key=f"shown_{job.id}")):
            data = report_data(house().service, job)
            imported(key=f"report_{job.id}", data={**data, "colours": dict(colours(dark()))})
            if data["left_out"]:
                st.caption(data["left_out"])
