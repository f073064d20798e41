using Test, Vieta

@testset "roots" begin
    z = Vieta.roots("x^5 - x - 1")
    @test length(z) == 5 && all(d -> d.status == :isolated && d.radius < 1e-15, z)
    @test count(d -> d.real, z) == 1
    @test all(d -> abs(d.value^5 - d.value - 1) < 1e-13, z)
    @test Vieta.roots([1im, 1])[1].value == -1im
    @test sort([d.multiplicity for d in Vieta.roots("(x - 1/3)^2*(x + 2)")]) == [1, 2]
    @test_throws Vieta.VietaError Vieta.roots("x^2 -")
    @test_throws Vieta.VietaError Vieta.roots([0.0])
end

@testset "real roots" begin
    @test Vieta.real_roots([-1.0 1 NaN; 0 0 0; 1 1 1]) == [[-1.0, 1.0], Float64[], nothing]
    @test Vieta.real_roots(reshape([-1.0, 0, 1], 3, 1), 0) == [[1.0]]
    @test_throws Vieta.VietaError Vieta.real_roots(ones(70, 1))
end

@testset "systems" begin
    answer = Vieta.solve("x^2 + y^2 - 4; x*y - 1")
    @test answer.complete && answer.variables == ["x", "y"] && length(answer.solutions) == 4
    @test all(s -> s.certified && s.real && abs(s.x[1] * s.x[2] - 1) < 1e-14, answer.solutions)
    @test_throws Vieta.VietaError Vieta.solve("x + y")
end
