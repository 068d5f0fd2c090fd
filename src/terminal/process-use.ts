/** The memory, processor time and start of this process, by their Prometheus names. */
export function readProcessUse(): Readonly<Record<string, number>> {
  const { user, system } = process.cpuUsage()
  return {
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_cpu_seconds_total: (user + system) / 1e6,
    process_start_time_seconds: Math.round(performance.timeOrigin) / 1000,
  }
}
