"""What the Python peers share: CPU timing, medians and the output line."""
import statistics
import time

RUNS = 5
LONG_MS = 5_000  # a measurement that takes longer than this is not repeated


def median_ms(prepare, work):
    """(median CPU ms of work(prepare()), last result); prepare is not timed."""
    times = []
    for _ in range(RUNS):
        ready = prepare()
        start = time.process_time()
        result = work(ready)
        times.append((time.process_time() - start) * 1e3)
        if times[-1] > LONG_MS:
            break
    return statistics.median(times), result


def report(name, first_ms, two_ms, solutions):
    """One line; a time of None (the limit was reached) prints as '-'."""
    shown = ['-' if ms is None else f'{ms:.3f}' for ms in (first_ms, two_ms)]
    print(name, *shown, solutions, sep='\t', flush=True)
