"""run_wgsl.py SHADER GIVEN FOUND BYTES WORKGROUPS: runs a WGSL compute shader that reads binding 0 and writes binding 1."""
import sys

import wgpu

shader, given, found, size, workgroups = sys.argv[1:]
adapters = wgpu.gpu.enumerate_adapters_sync()
vulkan = [a for a in adapters if a.info["backend_type"] == "Vulkan"]
adapter = sorted(vulkan or adapters, key=lambda a: a.info["adapter_type"] == "CPU")[0]
device = adapter.request_device_sync()
module = device.create_shader_module(code=open(shader, encoding="utf-8").read())
inputs = device.create_buffer_with_data(data=open(given, "rb").read(), usage=wgpu.BufferUsage.STORAGE)
outputs = device.create_buffer(size=int(size), usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
pipeline = device.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": "main"})
entries = [{"binding": i, "resource": {"buffer": b, "offset": 0, "size": b.size}} for i, b in enumerate([inputs, outputs])]
group = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
encoder = device.create_command_encoder()
compute = encoder.begin_compute_pass()
compute.set_pipeline(pipeline)
compute.set_bind_group(0, group)
compute.dispatch_workgroups(int(workgroups))
compute.end()
device.queue.submit([encoder.finish()])
with open(found, "wb") as out:
    out.write(device.queue.read_buffer(outputs))
